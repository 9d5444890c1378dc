"use strict";

// What the replay page and the page to play on share.

const NARROW = 600, MIDDLE = 900; // below these widths of the board other layouts are shown
const $ = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function seat(p) {
  const made = element("span", { className: "seat", textContent: p });
  made.style.background = `var(--s${p})`;
  return made;
}

function layoutOf(room) {
  return room < NARROW ? "narrow" : room < MIDDLE ? "middle" : "wide";
}

function swapTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const shown = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = shown === "dark" ? "light" : "dark";
}

