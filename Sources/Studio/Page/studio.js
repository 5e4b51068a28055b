// The page: what it knows of the film, what it asks for, and the keys. The program keeps the cuts; the page only shows
// them.
import { Player } from "./player.js";
import { Timeline } from "./timeline.js";
import { Panel } from "./panel.js";
import { FilmTab } from "./film.js";
import { $, clock, isSameView, label, nameCameras, renamed, seconds } from "./words.js";

class Studio {
  film = null;
  cut = null;
  spans = null;
  /** Where the playhead is. */
  frame = 0;
  /** The id of the cut whose fields are shown; 0 for none. */
  selected = 0;
  /** What cuts snap to: key frames of each camera, beginnings of speech, beats. */
  marks = { keyFrames: [], speech: [[]], beats: [[]] };
  /** Of the subtitles, in seconds of the film. */
  cues = null;
  isOpen = false;
  #socket;
  #wasOpen = false;
  #lastID = 0;
  #waiting = new Map();
  /** What was asked for, by id: an alert goes when the same works. */
  #asked = new Map();
  /** The cut as the program has it; `cut` also has the edits that are not answered yet. */
  #known = null;
  #edits = [];
  /** The newest edit of a drag that waits for the one before it. */
  #dragged = null;

  constructor() {
    this.player = new Player(this);
    this.timeline = new Timeline(this);
    this.panel = new Panel(this);
    this.filmTab = new FilmTab(this);
    this.#socket = new WebSocket(new URL("live", location.href.replace(/^http/, "ws")));
    this.#socket.binaryType = "arraybuffer";
    this.#socket.onmessage = (message) =>
      typeof message.data === "string" ? this.#heard(JSON.parse(message.data)) : this.#seen(message.data);
    this.#socket.onclose = () => this.#end();
    this.#socket.onopen = () => { this.#wasOpen = true; };
    this.#listen();
  }

  get rate() { return this.film.rate; }
  get count() { return this.film.frameCount; }
  /** How many cuts there are up to a frame; 0 in the opening. */
  shot(frame = this.frame) { return this.cut.switches.findLastIndex((one) => one.frame <= frame) + 1; }
  shown(frame = this.frame) { return shownIn(this.cut, frame); }
  /** The cut whose fields are shown. */
  get selectedCut() { return this.cut?.switches.find((one) => one.id === this.selected); }
  /** As people count it, from 1. */
  number(id) { return this.cut.switches.findIndex((one) => one.id === id) + 1; }
  time(frame) { return clock(frame / this.rate); }
  /** The film has parts of the timeline: `count` frames are the timeline's, these the film's. */
  get filmCount() { return this.#parts.at(-1).end - this.#parts.at(-1).shift; }
  /** What the film has of the timeline: first frames, the ones after the last, and how far the film's are before them. */
  get #parts() {
    if (this.#partsOf === this.cut.kept) return this.#knownParts;
    let before = 0;
    this.#partsOf = this.cut.kept;
    this.#knownParts = this.cut.kept.map(([start, end]) => {
      const part = { start, end, shift: start - before };
      before += end - start;
      return part;
    });
    return this.#knownParts;
  }
  #knownParts = [];
  #partsOf = null;
  /** The first part for which something holds that holds for all after it. */
  #part(holds) {
    let [low, high] = [0, this.#parts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#parts[middle])) high = middle;
      else low = middle + 1;
    }
    return this.#parts[low];
  }
  isKept(frame) { return (this.#part(({ end }) => end > frame)?.start ?? Infinity) <= frame; }
  /** The film's frame that shows a frame of the timeline, or the next one that is not left out. */
  toFilm(frame) {
    const part = this.#part(({ end }) => end > frame);
    return part ? Math.max(frame, part.start) - part.shift : this.filmCount - 1;
  }
  toTimeline(frame) {
    const part = this.#part(({ end, shift }) => end - shift > frame);
    return part ? frame + part.shift : this.cut.kept.at(-1)[1] - 1;
  }
  /** Frames of the film, on the timeline: in pieces where something is left out. */
  pieces(first, end) {
    const pieces = [];
    for (let index = this.#parts.indexOf(this.#part((part) => part.end - part.shift > first)); index >= 0 && index < this.#parts.length; index++) {
      const { start, end: last, shift } = this.#parts[index];
      if (start - shift >= end) break;
      pieces.push([Math.max(start, first + shift), Math.min(last, end + shift)]);
    }
    return pieces;
  }
  /** What keys 1 to 9 show: the cameras, the views, and those that were made here; a view as it was used last. */
  get choices() {
    const used = this.cut ? [this.cut.opening, ...this.cut.switches.map((one) => one.show)] : [];
    const cameras = this.film.cameras.map((camera) => camera.name);
    const views = [...this.film.views];
    for (const view of [...used, ...this.made]) if (![...cameras, ...views].some((one) => isSameView(one, view))) views.push(view);
    const last = this.cut ? used.slice(0, this.shot() + 1).reverse() : [];
    return [...cameras, ...views.map((view) => last.find((one) => isSameView(one, view)) ?? view)];
  }
  /** Views that were made here. */
  made = [];
  /** Where a view has its cameras. */
  layout(view) {
    const shot = [{ show: this.cut.opening, layout: this.cut.layout }, ...this.cut.switches].find((one) => one.show === view);
    return shot?.layout ?? this.cut.layouts[this.film.views.indexOf(view)];
  }

  request(request, fields = {}, answered) {
    const id = ++this.#lastID;
    if (answered) this.#waiting.set(id, answered);
    this.#asked.set(id, request);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, request, ...fields }));
    return id;
  }

  // MARK: what the program says

  #heard(line) {
    const [answered, asked] = [this.#waiting.get(line.id), this.#asked.get(line.id)];
    this.#waiting.delete(line.id);
    this.#asked.delete(line.id);
    switch (line.event) {
      case "film": this.#open(line); break;
      case "cut": this.#know(line); break;
      case "edited": this.#answer(line.id); break;
      case "spans":
        if (!this.cut || line.version !== this.#known.version) break;
        this.panel.showTarget();
        // Packets have been read: it is known where the key frames are.
        if (!this.marks.keyFrames.length) this.request("marks", { kind: "keyFrames" });
        this.spans = line;
        this.timeline.showSpans();
        this.#tellStatus();
        break;
      case "hearing": $("opening").textContent = `Listening to ${line.path}: ${Math.round(line.work * 100)} %`; break;
      case "marks":
        this.marks[line.kind] = line.frames;
        if (line.kind !== "keyFrames") this.timeline.showMarks(line.kind);
        break;
      case "subtitles":
        this.cues = line.cues;
        if (this.cut) this.timeline.showCues();
        break;
      case "paused": if (line.id === undefined) this.player.lose(); break;
      case "saved":
        this.#dismiss("save");
        this.say(`Saved ${line.plan}`);
        break;
      case "decided":
        this.film.restore = false;
        $("restore-dialog").close();
        break;
      case "start": case "progress": case "done": case "canceled": case "rendered": this.panel.renders(line); break;
      case "error":
        line.message = renamed(line.message);
        if (this.panel.fails(line)) break;
        if (line.id === undefined || !answered) this.alert(line.message, asked);
        if (asked === "edit") this.#answer(line.id);
        break;
    }
    if (answered) answered(line);
  }

  #open(film) {
    this.film = film;
    this.isOpen = true;
    $("opening").hidden = true;
    nameCameras(film);
    this.#shape(film);
    document.title = `${film.plan} – compose studio`;
    $("meter").hidden = !film.heard.length && !film.sounds.length;
    this.timeline.open();
    this.panel.open();
    this.filmTab.open();
    $("plan").textContent = film.plan;
    if (film.restore) $("restore-dialog").showModal();
    if (film.message) this.say(film.message);
  }

  #shape({ width, height }) {
    Object.assign(this.film, { width, height });
    document.documentElement.style.setProperty("--aspect", `${width} / ${height}`);
    document.documentElement.style.setProperty("--ratio", width / height);
    this.player.open();
  }

  /** The program has another cut now, by whatever page. */
  #know(cut) {
    if (this.#known && cut.version !== this.#known.version) {
      this.spans = null;
      this.#dismiss("edit");
    }
    this.#known = { ...cut, count: this.count };
    const { width, height } = cut.target;
    if (width !== this.film.width || height !== this.film.height) this.#shape(cut.target);
    this.#predict();
  }

  /** An edit was made, or refused: what the program says holds again. */
  #answer(id) {
    this.#edits = this.#edits.filter((edit) => edit.id !== id);
    if (this.#dragged && !this.#edits.length) this.#send(this.#dragged);
    this.#predict();
  }

  /** Shows the cut with the edits that are on their way. */
  #predict() {
    const isFirst = !this.cut;
    const edits = [...this.#edits, ...(this.#dragged ? [{ fields: this.#dragged }] : [])];
    const cut = edits.reduce((before, { fields }) => after(before, fields, this.film.cameras), this.#known);
    if (cut === this.cut) return;
    const isOtherFilm = this.cut && String(cut.kept) !== String(this.cut.kept);
    this.cut = cut;
    if (!this.selectedCut) this.selected = 0;
    for (const [id, name, word] of [["undo", cut.undo, "Undo"], ["redo", cut.redo, "Redo"]]) {
      $(id).disabled = !name;
      $(id).title = name ? `${word} ${name}` : "";
      $(`${id}-step`).textContent = name ?? "";
    }
    $("unsaved").hidden = cut.saved;
    this.timeline.showCut();
    this.panel.showCut();
    this.filmTab.showCut();
    this.#tellStatus();
    if (isFirst) this.goTo(this.isKept(this.frame) ? this.frame : this.toTimeline(0));
    else if (isOtherFilm && this.player.isPlaying) {
      // Behind its end there is nothing to play.
      const last = cut.kept.at(-1)[1] - 1;
      if (this.frame >= last) this.goTo(last);
      else this.player.play(this.player.speed);
    }
    else if (isOtherFilm) this.goTo(this.frame);
    else if (!this.player.isPlaying && !edits.length) this.player.look();
  }

  #seen(data) {
    const view = new DataView(data);
    const message = {
      kind: view.getUint8(0), isKeyFrame: view.getUint8(1) === 1, item: view.getUint16(2, true),
      id: view.getUint32(4, true), place: view.getUint32(8, true), version: view.getUint32(12, true), data,
    };
    if (message.kind === 3) this.panel.receive(message);
    else this.player.receive(message);
  }

  #tellStatus() {
    const { film, cut, spans } = this;
    const count = cut.switches.length;
    const length = this.time(this.filmCount);
    const parts = [
      this.filmCount === this.count ? length : `${length} of ${clock(film.duration)}`, `${count} ${count === 1 ? "cut" : "cuts"}`];
    if (spans) {
      parts.push(`${(spans.copiedShare * 100).toFixed(1)} % copied`);
      const megabytes = spans.estimatedBytes / 1e6;
      parts.push(`about ${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`);
    }
    parts.push(cut.saved ? "saved" : "not saved");
    $("status").textContent = parts.join(", ");
  }

  say(text) { $("messages").textContent = text; }

  /** @param cause the request that failed: the alert goes when one of its kind works. */
  alert(text, cause = "") {
    const close = document.createElement("button");
    close.textContent = "Dismiss";
    close.onclick = () => this.#dismiss();
    const words = document.createElement("span");
    words.textContent = text;
    // A role without words would be an alert about nothing.
    $("alert").role = "alert";
    $("alert").dataset.cause = cause;
    $("alert").replaceChildren(words, close);
  }

  #dismiss(cause) {
    if (cause && $("alert").dataset.cause !== cause) return;
    $("alert").removeAttribute("role");
    $("alert").replaceChildren();
  }

  #end() {
    this.isOpen = false;
    this.player.pause();
    // What is said behind a dialog is neither seen nor heard.
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    // One may still look where the cuts are.
    for (const control of document.querySelectorAll("button, input:not(#time), select")) control.disabled = true;
    this.alert(this.#wasOpen
      ? "compose has ended. Start it again to go on; cuts that were not saved are kept."
      : "Too many pages of this studio are open. Close one, and load this page again.");
    $("alert").querySelector("button").remove();
  }

  // MARK: what a person does

  goTo(frame, { isPlaying = false } = {}) {
    const next = Math.min(Math.max(0, Math.round(frame)), this.count - 1);
    const isOtherShot = !this.cut || this.shot(next) !== this.shot(this.frame);
    this.frame = next;
    if (!isPlaying) this.player.pause();
    $("left-out-here").hidden = !this.cut || this.isKept(next);
    this.timeline.showPlayhead();
    this.panel.showPlayhead(isOtherShot || !isPlaying);
    if (!isPlaying) this.player.look();
  }

  /** Makes an edit. It is seen at once; of a drag, only the newest of those that wait is sent. */
  edit(fields) {
    if (!this.isOpen) return;
    this.say("");
    if (fields.group && this.#edits.length && (!this.#dragged || this.#dragged.group === fields.group)) {
      this.#dragged = fields;
    } else {
      if (this.#dragged) this.#send(this.#dragged);
      this.#send(fields);
    }
    this.#predict();
  }

  #send(fields) {
    if (fields === this.#dragged) this.#dragged = null;
    this.#edits.push({ id: this.request("edit", fields), fields });
  }

  /** A name for the edits of one drag, which no other page has. */
  group() { return `${this.#page}-${++this.#groups}`; }
  #page = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  #groups = 0;

  select(id) {
    if (id && id !== this.selected) this.panel.openCut();
    this.selected = id;
    this.timeline.showSelection();
    this.panel.showSwitch();
  }

  /** Shows a camera or view from the playhead on; `show` is missing for the next camera. */
  add(show) {
    const { frame } = this;
    if (show !== undefined && isSameView(show, this.shown())) return this.say(`${label(show)} is shown here already.`);
    const id = crypto.getRandomValues(new Uint32Array(1))[0] % 0x7fffffff + 1;
    const transition = $("new-cuts").value;
    const duration = transition === "none" ? {} : { duration: $("new-duration").valueAsNumber || 0.5 };
    this.edit({ add: { id, frame, ...(show === undefined ? {} : { show }), transition, ...duration } });
    this.select(0);
  }

  markIn() {
    const { range, unmarked } = this.cut;
    this.edit({ trim: { start: this.frame, isMark: true } });
    if (this.frame >= range[1] && unmarked.end !== undefined) this.say("Out was before In, so the film goes on to its end.");
  }

  markOut() {
    if (this.frame === 0) return this.say("The film cannot end where it begins.");
    this.edit({ trim: { end: this.frame, isMark: true } });
  }

  /** What is between In and Out, or a shot: the selected one, or the one at the playhead. */
  leaveOut() {
    const { range, unmarked, switches, kept } = this.cut;
    // Who has marked nearly everything has trimmed the film.
    const isPart = range[1] - range[0] <= this.count * 2 / 3;
    const isMarked = unmarked.start !== undefined && unmarked.end !== undefined && !this.selected && isPart;
    const shot = this.selected ? this.number(this.selected) : this.shot();
    const [start, end] = isMarked ? range
      : [Math.max(range[0], switches[shot - 1]?.frame ?? 0), Math.min(range[1], switches[shot]?.frame ?? this.count)];
    if (!kept.some(([first, last]) => first < end && start < last)) return this.say("This is left out already.");
    if (!isMarked && kept.every(([first, last]) => first >= start && last <= end)) return this.say("This is all of the film; mark a part with In and Out first.");
    this.edit({ leaveOut: [{ start, end }] });
    this.select(0);
    this.say(`Left out: ${this.time(start)} to ${this.time(end)}. Undo, or the Film tab, puts it back.`);
  }

  showInShot(show) {
    if (isSameView(show, this.shown())) return this.say(`${label(show)} is shown here already.`);
    this.edit({ shot: { frame: this.frame, show } });
  }

  undo() { this.#goBack("undo", this.cut.undo, "Undone"); }
  redo() { this.#goBack("redo", this.cut.redo, "Redone"); }
  #goBack(request, name, word) {
    // What was just edited can be undone before the answer comes.
    if (!name && !(request === "undo" && this.#edits.length)) return;
    this.request(request);
    this.say(`${word}: ${name ?? "the last edit"}`);
  }

  remove() { if (this.selected) this.edit({ remove: { switch: this.selected } }); }

  step(direction) {
    const frames = this.cut.switches.map((one) => one.frame);
    const next = direction > 0 ? frames.find((one) => one > this.frame) : frames.findLast((one) => one < this.frame);
    this.goTo(next ?? (direction > 0 ? this.count - 1 : 0));
    this.select(this.cut.switches.find((one) => one.frame === next)?.id ?? 0);
  }

  #listen() {
    const click = (id, action) => {
      $(id).addEventListener("click", () => { if (this.cut) action(); });
      // Space still plays after a click.
      $(id).addEventListener("mousedown", (event) => event.preventDefault());
    };
    click("undo", () => this.undo());
    click("redo", () => this.redo());
    click("save", () => this.save());
    click("previous", () => this.step(-1));
    click("next", () => this.step(1));
    click("back", () => this.goTo(this.frame - 1));
    click("forward", () => this.goTo(this.frame + 1));
    click("play", () => this.player.toggle());
    click("add", () => this.add());
    click("in", () => this.markIn());
    click("out", () => this.markOut());
    click("leave-out", () => this.leaveOut());
    $("new-cuts").onchange = () => { $("new-duration").hidden = $("new-cuts").value === "none"; };
    click("snap", () => this.#toggle("snap"));
    click("thirds", () => { this.#toggle("thirds"); $("guides").hidden = $("thirds").ariaPressed !== "true"; });
    $("time").addEventListener("change", () => {
      if (!this.cut) return;
      const time = seconds($("time").value);
      if (Number.isNaN(time)) this.alert(`'${$("time").value}' is not a time; write one such as 0:12.500.`);
      else this.goTo(time * this.rate);
      this.timeline.showPlayhead();
    });
    // Whoever has entered something goes on with keys.
    addEventListener("keydown", (event) => {
      const isField = event.target.matches?.("input:not([type=checkbox]), select") && !event.target.closest("dialog");
      if (event.key === "Enter" && isField) event.target.blur();
    });
    $("restore").addEventListener("click", () => this.request("restore"));
    $("discard").addEventListener("click", () => this.request("discard"));
    // Neither edits may be lost, so one of the two has to be chosen.
    $("restore-dialog").addEventListener("close", () => {
      if (this.film.restore && this.isOpen) $("restore-dialog").showModal();
    });
    for (const id of ["restore", "discard"]) $(id).addEventListener("click", () => { this.film.restore = false; });
    document.addEventListener("keydown", (event) => {
      if (this.isOpen && this.cut && !event.defaultPrevented && this.#press(event)) event.preventDefault();
    });
    // Who ticked or chose something with the mouse goes on with keys.
    let isMouse = false;
    addEventListener("pointerdown", () => { isMouse = true; }, true);
    addEventListener("keydown", () => { isMouse = false; }, true);
    for (const kind of ["change", "pointerup"]) {
      addEventListener(kind, (event) => {
        const isTicked = event.target.matches?.(kind === "change" ? "[type=checkbox], select" : "[type=range]");
        if (isTicked && isMouse && !event.target.closest("dialog")) event.target.blur();
      });
    }
    addEventListener("beforeunload", () => this.player.pause());
  }

  #toggle(id) { $(id).ariaPressed = String($(id).ariaPressed !== "true"); }

  save() { this.request("save"); }

  /** @returns whether the key did something. */
  #press(event) {
    const { key } = event;
    if (document.querySelector("dialog[open]")) return false;
    if (event.ctrlKey || event.metaKey) {
      if (event.altKey) return false;
      const name = key.toLowerCase();
      const action = { s: () => this.save(), y: () => this.redo(),
        z: () => event.shiftKey ? this.redo() : this.undo() }[name];
      // A text field has an undo of its own.
      if (!action || name !== "s" && event.target.matches("input:not([type=checkbox])")) return false;
      action();
      return true;
    }
    if (event.target.matches("input:not([type=checkbox]), select, [role=listbox]")) {
      if (key === "Escape") event.target.blur();
      return false;
    }
    const digit = /^Digit([1-9])$|^Numpad([1-9])$/.exec(event.code);
    const choice = digit && this.choices[(digit[1] ?? digit[2]) - 1];
    if (event.altKey) {
      if (choice) this.showInShot(choice);
      return Boolean(choice);
    }
    if (!$("single-keys").checked && key.length === 1) return false;
    if (choice && !event.shiftKey) {
      this.add(choice);
      return true;
    }
    if (key === " " && event.target.matches("button, input")) return false;
    // A key that is held for a moment too long deletes one thing.
    if (event.repeat && ["Delete", "Backspace", "i", "o", "x"].includes(key)) return true;
    if (key === "Enter" && this.selected && [document.body, $("panel-list")].includes(event.target)) {
      this.panel.showTab("cut");
      $("switch-time").focus();
      return true;
    }
    const action = {
      " ": () => this.player.toggle(), k: () => this.player.toggle(), j: () => this.player.shuttle(-1),
      l: () => this.player.shuttle(1), ArrowLeft: () => this.goTo(this.frame - (event.shiftKey ? this.rate : 1)),
      ArrowRight: () => this.goTo(this.frame + (event.shiftKey ? this.rate : 1)),
      ArrowUp: () => this.step(-1), ArrowDown: () => this.step(1), Home: () => this.goTo(this.toTimeline(0)),
      End: () => this.goTo(this.toTimeline(this.filmCount - 1)), i: () => this.markIn(), o: () => this.markOut(),
      x: () => this.leaveOut(), s: () => this.add(), n: () => this.#toggle("snap"),
      Delete: () => this.remove(), Backspace: () => this.remove(), "+": () => this.timeline.zoomBy(2),
      "=": () => this.timeline.zoomBy(2), "-": () => this.timeline.zoomBy(0.5), "0": () => this.timeline.fit(),
      "?": () => this.panel.help(), Escape: () => this.select(0),
    }[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return false;
    action();
    return true;
  }
}

function shownIn(cut, frame) { return cut.switches.findLast((one) => one.frame <= frame)?.show ?? cut.opening; }

/** The parts of a timeline that a film has; what is left out is in order. */
function keptOf([first, last], leftOut) {
  const parts = [];
  let start = first;
  for (const [from, to] of leftOut) {
    if (from > start) parts.push([start, Math.min(from, last)]);
    start = Math.max(start, to);
  }
  parts.push([start, last]);
  return parts.filter(([one, other]) => one < other);
}

/** A JSON Merge Patch (RFC 7396). */
function merged(value, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const next = { ...(value && typeof value === "object" && !Array.isArray(value) ? value : {}) };
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) delete next[name];
    else next[name] = merged(next[name], part);
  }
  return next;
}

/** What the program will make of an edit, as far as the page shows it. */
function after(cut, edit, cameras) {
  const { add, change, remove, shot, trim, leaveOut, putBack, clear, set, level, music } = edit;
  const next = { ...cut, saved: false, switches: cut.switches.map((one) => ({ ...one })) };
  const at = (frame) => next.switches.find((one) => one.frame === frame);
  if (add) {
    const names = cameras.map((camera) => camera.name);
    const show = add.show ?? names[(names.indexOf(shownIn(cut, add.frame)) + 1) % names.length];
    if (at(add.frame)) at(add.frame).show = show;
    else if (add.frame === 0) next.opening = show;
    else next.switches.push({ duration: 0, align: "center", ...add, show });
  }
  if (change) {
    const { switch: id, all, ...fields } = change;
    for (const one of next.switches) if (one.id === id || all) Object.assign(one, fields);
  }
  if (clear) next.switches = [];
  if (remove) next.switches = next.switches.filter((one) => one.id !== remove.switch);
  if (shot) {
    const first = next.switches.findLast((one) => one.frame <= shot.frame);
    if (first) first.show = shot.show;
    else next.opening = shot.show;
  }
  if (trim) {
    let [start, end] = [trim.start ?? cut.range[0], trim.end ?? cut.range[1]];
    if (start >= end && !trim.isMark) return cut;
    if (start >= end) [start, end] = trim.start === undefined ? [0, end] : [start, cut.count];
    next.range = [start, end];
    next.unmarked = trim.isMark ? { ...cut.unmarked } : {};
    if (trim.isMark && trim.start !== undefined) next.unmarked.start ??= cut.range[0];
    if (trim.isMark && trim.end !== undefined) next.unmarked.end ??= cut.range[1];
  }
  for (const { start, end } of leaveOut ?? []) {
    if (start === cut.range[0] && end === cut.range[1] && cut.unmarked.end !== undefined) {
      next.range = [cut.unmarked.start ?? 0, cut.unmarked.end];
    }
    next.leftOut = [...next.leftOut, [start, end]].sort(([one], [other]) => one - other);
  }
  if (set) next.finish = merged(cut.finish, set);
  if (level) {
    const { of, ...fields } = level;
    const own = cut.sound.levels.find((one) => one.name === of) ?? { name: of, gain: 0, isMuted: false };
    next.sound = { ...cut.sound, levels: [...cut.sound.levels.filter((one) => one !== own), { ...own, ...fields }] };
  }
  if (music) {
    const { isLowered = cut.sound.isLowered, ...fields } = music;
    next.sound = { ...cut.sound, isLowered, music: { ...cut.sound.music, ...fields } };
  }
  for (const { start, end } of putBack ?? []) next.leftOut = next.leftOut.flatMap((part) => keptOf(part, [[start, end]]));
  if (!trim) next.unmarked = {};
  next.kept = keptOf(next.range, next.leftOut);
  if (!next.kept.length) return cut;
  next.switches.sort((one, other) => one.frame - other.frame);
  return next;
}

window.studio = new Studio();
