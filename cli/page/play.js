// The page only shows what the server says and sends words back; which words are legal the server knows.

const TOKEN = document.querySelector("meta[name=token]").content;
const START = document.querySelector("meta[name=start]").content;
let state = null, lastLit = null, sending = false, explaining = false, keyboard = false, pointed = null, asking = null, fading = null;

const layout = () => layoutOf($("board").clientWidth);
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// ---- asking and telling the server --------------------------------------------------------------------

// Follow the game for as long as somebody looks: each question waits until there is something new.
async function follow() {
  for (;;) {
    if (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
    const after = state && state.layout === layout() ? `&after=${state.version}` : "";
    asking = new AbortController();
    try {
      const answer = await fetch(`state?layout=${layout()}${after}`, { signal: asking.signal });
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.json());
      offline(false);
    } catch (error) {
      if (error.name === "AbortError") continue;
      offline(true);
      await pause(1.5);
    }
  }
}

async function tell(path, words = {}) {
  if (sending || !state) return;
  sending = true;
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Pamir-Token": TOKEN },
      body: JSON.stringify({ ...words, version: state.version, layout: layout() }),
    });
    const told = await answer.json();
    if (answer.ok) show(told);
    notice(answer.ok ? "" : told.error);
    if (!answer.ok) asking?.abort(); // ask at once how things stand
  } catch {
    offline(true);
  } finally {
    sending = false;
  }
}

function offline(is) {
  if (is) notice("The program does not answer. Is pamir play still running?", "offline");
  else if ($("notice").dataset.kind === "offline") notice("");
}

function notice(words, kind = "") {
  clearTimeout(fading);
  if (words && kind !== "offline") fading = setTimeout(notice, 8000, "");
  $("notice").textContent = words;
  $("notice").hidden = !words;
  $("notice").dataset.kind = kind;
}

// ---- showing ------------------------------------------------------------------------------------------

function show(next) {
  if (next.start !== START) return location.reload(); // the program was started anew, with another token
  if (state && next.version < state.version) return; // an answer that was overtaken
  if (state && next.version === state.version && next.layout === state.layout) return;
  const moved = !state || next.version !== state.version;
  state = next;
  draw();
  story();
  if (moved) {
    score();
    log();
    closeInfo();
    if (keyboard && (state.mine || state.over)) $("asked").focus({ preventScroll: true });
  }
  document.documentElement.dataset.version = state.version;
}

function draw() {
  const { wide, high, body, definitions } = state.picture;
  $("definitions").innerHTML = definitions;
  $("picture").setAttribute("viewBox", `0 0 ${wide} ${high}`);
  $("scene").innerHTML = body;
  for (const thing of $("scene").querySelectorAll(".pm-can")) {
    thing.setAttribute("tabindex", "0");
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-label", thing.querySelector("title").textContent.split("\n")[0]);
  }
}

function story() {
  const { mine, over, names, trouble } = state;
  const thinks = !mine && !over && !trouble;
  const elses = state.turnSeat !== state.seat ? ` of P${state.turnSeat} ${names[state.turnSeat]}` : "";
  $("who").replaceChildren(
    ...(over ? [] : [seat(state.seat), element("b", { textContent: mine ? "Your decision" : names[state.seat] })]),
    element("span", { textContent: `turn ${state.turn}${over ? "" : elses}` }),
  );
  $("asked").textContent = over ? state.ending : mine ? state.question : trouble ? "The game cannot go on" : `${names[state.seat]} is thinking`;
  if (thinks) $("asked").append(element("span", { className: "dots" }, element("i"), element("i"), element("i")));
  $("why").textContent = trouble ? trouble : state.why;
  $("chips").replaceChildren(...state.chips.map(chip));
  $("elsewhere").hidden = !state.onTable;
  $("elsewhere").replaceChildren(
    state.chips.length ? "or " : "Choose ",
    element("button", { type: "button", textContent: `one of ${state.onTable} things lit on the table`, onclick: nextLit }),
  );
  $("after").hidden = !over;
  $("undo").disabled = !state.undo;
  document.title = `${over ? "Over" : mine ? "Your decision" : `${names[state.seat]} thinks`} · Pax Pamir`;
}

function chip(choice, k) {
  const made = element("button", { type: "button", className: "chip", onclick: (event) => once(event, () => tell("act", { action: choice.word })) });
  if (k < 9) made.append(element("kbd", { textContent: k + 1, title: `key ${k + 1}` }));
  if (choice.sign) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "10 4 18 18");
    svg.setAttribute("class", "pamir");
    svg.innerHTML = choice.sign;
    made.append(svg);
  }
  made.append(choice.text);
  made.dataset.word = choice.word;
  return made;
}

function score() {
  $("score").replaceChildren(...state.names.map((name, p) =>
    element("li", {}, seat(p), element("span", { className: "name", textContent: name, title: name }), element("b", { textContent: state.points[p] }))));
}

function log() {
  $("log-title").textContent = `What has happened (seed ${state.seed})`;
  const lines = state.log.map((line, k) =>
    element("li", { className: line.seat === state.me ? "own" : k >= state.since ? "new" : "" },
      seat(line.seat), element("span", { textContent: line.said })));
  $("since").replaceChildren(...lines.slice(state.since).map((line) => line.cloneNode(true)));
  $("lines").replaceChildren(...lines);
  for (const list of [$("since"), $("lines")]) list.scrollTop = list.scrollHeight;
}

// From one lit thing to the next, for fingers and for eyes that do not find them.
function nextLit() {
  const lit = [...$("scene").querySelectorAll(".pm-can")];
  const next = lit[(lit.indexOf(lastLit) + 1) % lit.length];
  lastLit = next;
  next.scrollIntoView({ block: "center" });
  next.classList.add("shown");
  setTimeout(() => next.classList.remove("shown"), 1500);
  if (keyboard) next.focus({ preventScroll: true });
}

// ---- explaining ---------------------------------------------------------------------------------------

// The nearest thing around an element that can say what it is.
function thingAt(target) {
  for (let g = target.closest?.("#scene g"); g && g.id !== "scene"; g = g.parentElement.closest("g")) {
    if (g.querySelector(":scope > title")) return g;
  }
  return null;
}

function openInfo(thing) {
  const lines = thing.querySelector("title").textContent.split("\n").filter(Boolean);
  $("info-words").replaceChildren(...lines.map((line) =>
    element("p", { className: line.startsWith("  ") ? "facts" : "", textContent: line.trim() })));
  const card = thing.querySelector('use[href^="#pm-card-"]')?.getAttribute("href").slice(1);
  $("info-card").toggleAttribute("hidden", !card);
  $("info-card").innerHTML = card ? $(card).innerHTML : "";
  $("info").hidden = false;
}

function closeInfo() {
  $("info").hidden = true;
}

function setExplaining(on) {
  explaining = on;
  $("explain").setAttribute("aria-pressed", on);
  document.body.classList.toggle("explaining", on);
}

// ---- mouse and keys -----------------------------------------------------------------------------------

// The second click of a double click falls on a table that has changed: it was not meant.
const once = (event, action) => event.detail > 1 || action();

function choose(thing) {
  if (!thing) return closeInfo();
  if (thing.classList.contains("pm-can") && !explaining) tell("act", { action: thing.dataset.word });
  else openInfo(thing);
}

function newGame() {
  if (state.over || !state.log.length) tell("new");
  else $("sure").showModal();
}

const KEYS = {
  u: () => state.undo && tell("undo"),
  e: () => setExplaining(!explaining),
  i: () => { const thing = thingAt(document.activeElement) || pointed; if (thing?.isConnected) openInfo(thing); },
  n: newGame,
  Escape: () => { closeInfo(); setExplaining(false); },
};

function listen() {
  $("scene").addEventListener("click", (event) => once(event, () => choose(thingAt(event.target))));
  $("scene").addEventListener("contextmenu", (event) => {
    const thing = thingAt(event.target); // also a long touch
    if (thing) event.preventDefault(), openInfo(thing);
  });
  $("scene").addEventListener("pointerover", (event) => { pointed = thingAt(event.target); });
  $("undo").onclick = (event) => once(event, KEYS.u);
  $("explain").onclick = KEYS.e;
  $("new").onclick = $("again").onclick = (event) => once(event, newGame);
  $("sure").onclose = () => { if ($("sure").returnValue === "yes") tell("new"); $("sure").returnValue = ""; };
  $("theme").onclick = swapTheme;
  $("info-close").onclick = closeInfo;
  document.addEventListener("pointerdown", () => { keyboard = false; });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !state || $("sure").open) return;
    keyboard = true;
    const lit = event.target.closest?.(".pm-can");
    if (lit && (event.key === "Enter" || event.key === " ")) choose(lit);
    else if (/^[1-9]$/.test(event.key)) $("chips").children[event.key - 1]?.click();
    else if (KEYS[event.key]) KEYS[event.key]();
    else return;
    event.preventDefault();
  });
  let waiting = null;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { if (state && layout() !== state.layout) asking?.abort(); }, 100);
  });
}

listen();
follow();
