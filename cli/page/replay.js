const SIGN = { play: "M6 4L16 10L6 16Z", pause: "M6 4V16M14 4V16" };
const KINDS = { check: "Dominance Checks", loyalty: "Changes of loyalty", battle: "Battles" };
const COALITIONS = ["afghan", "british", "russian"];
const DASHES = ["", "6 3", "2 2", "8 2 2 2", "1 3"]; // so that lines differ without colour
let game, now = 0, timer = null;

async function load() {
  const packed = Uint8Array.from(atob($("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// ---- the picture --------------------------------------------------------------------------------------

function draw() {
  const { wide, high, steps } = game.layouts[layoutOf($("board").clientWidth)];
  $("picture").setAttribute("viewBox", `0 0 ${wide} ${high[now]}`);
  const flat = steps[now];
  let body = "";
  for (let k = 0; k < flat.length; k += 3) {
    body += `<g transform="translate(${flat[k + 1]} ${flat[k + 2]})">${game.parts[flat[k]]}</g>`;
  }
  $("scene").innerHTML = body;
  const action = game.steps[now].action;
  if (action !== undefined && action !== null) {
    for (const chosen of $("scene").querySelectorAll(`[data-action="${action}"]`)) chosen.classList.add("chosen");
  }
}

// ---- the story ----------------------------------------------------------------------------------------

function tell() {
  const step = game.steps[now];
  const last = step.decision === "over" || step.word === undefined;
  $("who").replaceChildren(
    ...(last ? [] : [seat(step.seat), element("b", { textContent: game.names[step.seat] })]),
    element("span", { textContent: `turn ${step.turn} of P${step.turnSeat}` }),
  );
  $("asked").textContent = last ? ending() : step.question;
  $("why").textContent = last ? "" : step.why;
  $("said").textContent = last ? standings(step) : step.said[0].toUpperCase() + step.said.slice(1);
  for (const [p, points] of step.points.entries()) $(`points-${p}`).textContent = points;
  think(step.thought, step.word);
}

function ending() {
  if (!game.result) return "The record ends here; the game is not over.";
  const winners = game.result.winners.map((p) => `P${p} ${game.names[p]}`).join(" and ");
  return game.result.end === "truncated" ? "The game was cut off." : `The game is over: ${winners} won.`;
}

function standings(step) {
  return step.points.map((points, p) => `P${p} ${game.names[p]}: ${points}`).join("  ·  ");
}

function think(thought, word) {
  $("thoughts").hidden = !thought;
  if (!thought) return;
  const rows = (thought.top || []).map(([choice, share, said]) => {
    const bar = element("i");
    bar.style.width = `${Math.round(100 * share)}%`;
    return element("div", { className: choice === word ? "thought taken" : "thought" },
      element("span", { textContent: said || choice }), bar,
      element("span", { textContent: `${(100 * share).toFixed(0)} %` }));
  });
  const value = typeof thought.value === "number" ? ` (value ${thought.value.toFixed(2)})` : "";
  $("thoughts").replaceChildren(element("h2", { textContent: `What the agent thought${value}` }), ...rows);
}

// ---- plots --------------------------------------------------------------------------------------------

// Heights of labels, moved so that none lies on another and none below the plot.
function apart(ends, step, lowest) {
  ends.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  let free = lowest;
  return ends.map(([height, s]) => {
    const at = Math.min(height, free);
    free = at - step;
    return [at, s];
  });
}

function plot(id, series, colours, labels) {
  const wide = Math.max($(id).clientWidth, 200), high = 92, left = 20, right = 32, top = 6, bottom = 6;
  const last = Math.max(game.steps.length - 1, 1);
  const most = Math.max(4, ...series.flat());
  const x = (k) => left + ((wide - left - right) * k) / last;
  const y = (n) => high - bottom - ((high - top - bottom) * n) / most;
  let body = "";
  for (const n of [0, Math.round(most / 2), most]) {
    body += `<path d="M${left} ${y(n)}H${wide - right}" stroke="var(--faint)"/><text x="${left - 5}" y="${y(n) + 4}" text-anchor="end">${n}</text>`;
  }
  for (const moment of game.moments.filter((m) => m.kind === "check")) {
    body += `<path d="M${x(moment.step)} ${top}V${high - bottom}" stroke="var(--red)" stroke-dasharray="2 3"/>`;
  }
  const ends = [];
  series.forEach((values, s) => {
    let path = `M${x(0)} ${y(values[0])}`;
    for (let k = 1; k < values.length; k++) if (values[k] !== values[k - 1]) path += `H${x(k)}V${y(values[k])}`;
    body += `<path d="${path}H${x(last)}" fill="none" stroke="var(--${colours[s]})" stroke-width="2" stroke-dasharray="${DASHES[s]}"/>`;
    ends.push([y(values[values.length - 1]), s]);
  });
  for (const [at, s] of apart(ends, 12, high - 5)) {
    body += `<text x="${wide - right + 6}" y="${at + 4}" style="fill:var(--${colours[s]});font-weight:700">${labels[s]}</text>`;
  }
  body += `<path class="cursor" stroke="var(--accent)" stroke-width="2"/>`;
  $(id).innerHTML = `<svg viewBox="0 0 ${wide} ${high}" height="${high}">${body}</svg>`;
  const svg = $(id).firstChild;
  svg.cursorAt = () => svg.querySelector(".cursor").setAttribute("d", `M${x(now)} ${top - 4}V${high - bottom + 4}`);
  const jump = (event) => {
    const box = svg.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * wide - left) / (wide - left - right);
    go(Math.round(share * last));
  };
  svg.addEventListener("pointerdown", jump);
  svg.addEventListener("pointermove", (event) => event.buttons && jump(event));
}

function plots() {
  const seats = game.names.map((_, p) => game.steps.map((step) => step.points[p]));
  plot("points-plot", seats, game.names.map((_, p) => `s${p}`), game.names.map((_, p) => `P${p}`));
  plot("blocks-plot", COALITIONS.map((_, c) => game.steps.map((step) => step.blocks[c])), COALITIONS, ["Afg", "Brit", "Rus"]);
}

// ---- lists --------------------------------------------------------------------------------------------

function lists() {
  $("score").replaceChildren(...game.names.map((name, p) =>
    element("li", {}, seat(p), element("span", { textContent: name }), element("b", { id: `points-${p}`, textContent: "0" }))));
  $("moments").replaceChildren(...Object.entries(KINDS).map(([kind, title]) => {
    const found = game.moments.filter((moment) => moment.kind === kind);
    const buttons = found.map((moment, k) => {
      const text = kind === "check" ? `${k + 1}: ${moment.text}` : moment.text;
      const made = element("button", { type: "button", textContent: text, onclick: () => go(moment.step) });
      made.dataset.step = moment.step;
      return made;
    });
    const none = element("span", { textContent: "none" });
    return element("div", { className: "kind" }, element("h2", { textContent: title }),
      element("div", {}, ...(buttons.length ? buttons : [none])));
  }));
  $("lines").replaceChildren(...game.steps.map((step, k) =>
    element("li", { onclick: () => go(k) },
      element("span", { className: "number", textContent: k }),
      ...(step.word === undefined ? [element("b", { textContent: ending() })]
        : [seat(step.seat), element("span", { textContent: step.said })]))));
}

// ---- moving about -------------------------------------------------------------------------------------

function go(step) {
  now = Math.min(Math.max(step, 0), game.steps.length - 1);
  $("slider").value = now;
  $("count").textContent = `${now} of ${game.steps.length - 1}`;
  draw();
  tell();
  for (const svg of document.querySelectorAll(".plot svg")) svg.cursorAt();
  for (const made of document.querySelectorAll(".kind button")) made.classList.toggle("now", +made.dataset.step === now);
  const line = $("lines").children[now];
  $("lines").querySelector(".now")?.classList.remove("now");
  line.classList.add("now");
  const list = $("lines"), where = line.offsetTop - list.offsetTop;
  if (where < list.scrollTop || where > list.scrollTop + list.clientHeight - 30) list.scrollTop = where - list.clientHeight / 2;
  if (timer && now === game.steps.length - 1) pause();
}

function pause() {
  clearInterval(timer);
  timer = null;
  $("play-sign").setAttribute("d", SIGN.play);
  $("play").setAttribute("aria-label", "Play");
}

function play() {
  if (now === game.steps.length - 1) go(0);
  clearInterval(timer);
  timer = setInterval(() => go(now + 1), 1000 / +$("speed").value);
  $("play-sign").setAttribute("d", SIGN.pause);
  $("play").setAttribute("aria-label", "Pause");
}

const toggle = () => (timer ? pause() : play());
const KEYS = { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), " ": toggle,
  Home: () => go(0), End: () => go(game.steps.length - 1) };

function listen() {
  $("first").onclick = KEYS.Home;
  $("back").onclick = KEYS.ArrowLeft;
  $("play").onclick = toggle;
  $("next").onclick = KEYS.ArrowRight;
  $("last").onclick = KEYS.End;
  $("slider").max = game.steps.length - 1;
  $("slider").oninput = () => go(+$("slider").value);
  $("speed").onchange = () => timer && play();
  $("theme").onclick = swapTheme;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    if (event.key === " " && event.target.tagName === "BUTTON") event.target.blur();
    if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });
  let waiting = null;
  addEventListener("resize", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => { plots(); go(now); });
  });
}

load().then((loaded) => {
  game = loaded;
  $("definitions").innerHTML = game.definitions;
  lists();
  plots();
  listen();
  go(0);
  document.documentElement.dataset.ready = "yes";
});
