"""A position as a picture, drawn with glyphs of our own: one SVG, made of parts that can be laid out anew."""
