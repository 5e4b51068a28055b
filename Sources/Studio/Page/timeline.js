// The film along the time: filmstrips, waveforms, switches, and what is copied.
import { $, clock, digits, label, renamed, title } from "./words.js";

const labelWidth = 118;
const thumbHeight = 54;
const stripHeight = 52;
const soundHeight = 24;
const colors = ["#6db4ff", "#ffbd66", "#84e0a6", "#f29ad6", "#b9a4ff", "#ff9d80", "#8fe3e3", "#d9d36a", "#c9a27e"];
const mixed = "#c8cdd8";
const mostLevels = 15;

export class Timeline {
  #studio;
  #view = $("timeline");
  /** CSS pixels per second. */
  #scale = 0;
  #rows = [];
  /** Tiles by address: a picture or bytes, or `undefined` while they are on their way. */
  #tiles = new Map();
  /** How many tiles are on their way: a waveform of hours must not keep filmstrips waiting. */
  #loading = { thumb: 0, wave: 0 };
  #isDrawing = false;
  #group = "";

  constructor(studio) {
    this.#studio = studio;
    this.#view.addEventListener("scroll", () => {
      this.#draw();
      if (this.#studio.cues?.length >= 300) this.showCues();
    });
    new ResizeObserver(() => { if (studio.film) this.#resize(); }).observe(this.#view);
    for (const change of ["(prefers-color-scheme: light)", "(forced-colors: active)"]) {
      matchMedia(change).addEventListener("change", () => this.#draw());
    }
    $("zoom-in").onclick = () => this.zoomBy(2);
    $("zoom-out").onclick = () => this.zoomBy(0.5);
    $("fit").onclick = () => this.fit();
    for (const kind of ["speech", "beats"]) {
      $(`snap-${kind}`).onchange = (event) => {
        if (!event.target.checked) return this.#draw();
        studio.say(`Listening for ${kind} …`);
        studio.request("marks", { kind });
      };
    }
    this.#view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1.25 : 0.8, event.clientX - this.#view.getBoundingClientRect().left);
    }, { passive: false });
    this.#view.addEventListener("pointerdown", (event) => this.#press(event));
    this.#view.addEventListener("dblclick", (event) => {
      const row = this.#rows.find((one) => one.kind === "strip" && one.line.contains(event.target));
      if (!row || !studio.cut) return;
      studio.goTo(this.#frameAt(event.clientX));
      studio.add(row.name);
    });
  }

  open() {
    const { film } = this.#studio;
    $("cameras").replaceChildren();
    this.#rows = [];
    film.cameras.forEach((camera, index) => {
      const line = this.#addLine("strip", camera.name, index < 9 ? `${index + 1} ` : "");
      this.#addCanvas(line, "strip", camera.name, `Filmstrip of ${title(camera.name)}`, { camera, index });
      const sound = film.heard.indexOf(camera.name);
      if (sound >= 0) this.#addCanvas(line, "sound", camera.name, `Sound of ${title(camera.name)}`, { index: sound, isOver: true });
    });
    film.heard.forEach((name, index) => {
      if (film.cameras.some((camera) => camera.name === name)) return;
      this.#addCanvas(this.#addLine("sound", name), "sound", name, `Sound of ${name}`, { index });
    });
    this.#rows.push({ kind: "ruler", canvas: $("ruler").querySelector("canvas"), height: 24 });
    $("playhead").ariaValueMax = ((film.frameCount - 1) / film.rate).toFixed(3);
    this.fit();
  }

  #addLine(kind, name, key = "") {
    const line = document.createElement("div");
    line.className = `line ${kind}`;
    const words = document.createElement("span");
    words.className = "label";
    const { takes, sounds } = this.#studio.film;
    const files = [...takes, ...sounds].filter((one) => (one.camera ?? one.name) === name).map((one) => one.path);
    const [strong, file] = [document.createElement("b"), document.createElement("small")];
    strong.textContent = key + title(name);
    file.textContent = files.length === 1 ? files[0].split("/").pop() : `${files.length} files`;
    words.append(strong, file);
    words.title = files.join("\n");
    words.style.setProperty("--color", this.color(name));
    line.append(words);
    $("cameras").append(line);
    return line;
  }

  #addCanvas(line, kind, name, label, more) {
    const canvas = document.createElement("canvas");
    canvas.className = `view ${kind}`;
    canvas.role = "img";
    canvas.ariaLabel = label;
    line.append(canvas);
    this.#rows.push({ kind, name, line, canvas, height: kind === "strip" ? stripHeight : soundHeight, ...more });
  }

  // MARK: places

  get #width() { return Math.max(50, this.#view.clientWidth - labelWidth); }
  #x(frame) { return (frame / this.#studio.rate) * this.#scale; }
  #frameAt(clientX) {
    const x = clientX - this.#view.getBoundingClientRect().left - labelWidth + this.#view.scrollLeft;
    return Math.round((x / this.#scale) * this.#studio.rate);
  }
  get #least() { return (this.#width - 14) / Math.max(this.#studio.film.duration, 0.1); }

  /** The film, or all of the recording if that is hardly more. */
  fit() {
    const { film, cut, rate, count } = this.#studio;
    if (!film) return;
    const [first, end] = cut?.range ?? [0, count];
    const isPart = end - first < count * 0.6;
    this.#isFitted = true;
    this.#scale = isPart ? Math.min(((this.#width - 40) * rate) / (end - first), 40 * rate) : this.#least;
    this.#place();
    if (isPart) this.#view.scrollLeft = this.#x(first) - 20;
  }

  zoomBy(factor, around) {
    if (!this.#studio.film) return;
    this.#isFitted = false;
    const { frame } = this.#studio;
    const x = this.#x(frame) - this.#view.scrollLeft;
    const fixed = around !== undefined ? around - labelWidth : x >= 0 && x <= this.#width ? x : this.#width / 2;
    const time = (this.#view.scrollLeft + fixed) / this.#scale;
    this.#scale = Math.min(Math.max(this.#scale * factor, this.#least), 40 * this.#studio.rate);
    this.#place();
    this.#view.scrollLeft = time * this.#scale - fixed;
  }

  #resize() {
    if (this.#isFitted) return this.fit();
    this.#scale = Math.max(this.#scale, this.#least);
    this.#place();
  }
  #isFitted = true;

  #place() {
    const { film } = this.#studio;
    $("rows").style.width = `${labelWidth + Math.max(this.#width, film.duration * this.#scale + 14)}px`;
    if (this.#studio.cut) this.showCut();
    this.#draw();
  }

  // MARK: the cut

  showCut() {
    const { cut } = this.#studio;
    const shots = [{ frame: 0, show: cut.opening }, ...cut.switches];
    $("blocks").replaceChildren(...shots.flatMap((shot, index) => {
      const end = shots[index + 1]?.frame ?? this.#studio.count;
      const block = document.createElement("div");
      block.className = "block";
      block.style.left = `${this.#x(shot.frame)}px`;
      block.style.width = `${Math.max(1, this.#x(end) - this.#x(shot.frame) - 1)}px`;
      block.style.setProperty("--color", this.color(shot.show));
      const words = document.createElement("span");
      words.textContent = label(shot.show);
      // A name is where the film shows the shot.
      const seen = this.#studio.isKept(shot.frame) ? shot.frame : this.#studio.toTimeline(this.#studio.toFilm(shot.frame));
      if (seen > shot.frame && seen < end) words.style.marginLeft = `${this.#x(seen) - this.#x(shot.frame)}px`;
      if (this.#x(end) - this.#x(shot.frame) > 40) block.append(words);
      if (!shot.window) return [block];
      const wedge = document.createElement("div");
      wedge.className = "wedge";
      wedge.style.left = `${this.#x(shot.window[0])}px`;
      wedge.style.width = `${this.#x(shot.window[1]) - this.#x(shot.window[0])}px`;
      return [block, wedge];
    }));
    this.#showLeftOut();
    this.#showSwitches();
    this.#showGraphics();
    this.#showMusic();
    this.showCues();
    this.#draw();
    this.showSpans();
    this.showPlayhead();
  }

  /** What the film does not have: a double click puts it back. */
  #showLeftOut() {
    const { cut, count } = this.#studio;
    const [first, end] = cut.range;
    const parts = [
      ...[[0, first], [end, count]].filter(([a, b]) => a < b).map((part) => ({ part, word: "not in the film" })),
      ...cut.leftOut.map(([a, b]) => ({ part: [Math.max(a, first), Math.min(b, end)], own: [a, b], word: `left out ${digits((b - a) / this.#studio.rate)} s` })),
    ];
    const place = (element, name, [a, b]) => {
      element.className = name;
      element.style.left = `${this.#x(a)}px`;
      element.style.width = `${Math.max(1, this.#x(b) - this.#x(a))}px`;
      return element;
    };
    const shown = parts.filter(({ part: [a, b] }) => a < b);
    $("blocks").append(...shown.map(({ part, own, word }) => {
      const gap = place(document.createElement("div"), "out", part);
      gap.textContent = word;
      gap.title = own ? `${word}; a double click puts it back` : word;
      if (own) gap.ondblclick = () => this.#studio.edit({ putBack: [{ start: own[0], end: own[1] }] });
      return gap;
    }));
    const handles = ["start", "end"].map((side, index) => {
      const handle = place(document.createElement("div"), `handle ${side}`, [cut.range[index], cut.range[index]]);
      handle.title = index ? "Out: the film ends here; drag it" : "In: the film begins here; drag it";
      handle.addEventListener("pointerdown", (event) => this.#dragEdge(event, side));
      return handle;
    });
    $("veils").replaceChildren(...shown.map(({ part }) => place(document.createElement("div"), "veil", part)), ...handles);
  }

  #dragEdge(event, side) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const studio = this.#studio;
    const group = studio.group();
    const move = (moved) => {
      const frame = Math.min(Math.max(0, this.#frameAt(moved.clientX)), studio.count);
      const [first, end] = studio.cut.range;
      if (side === "start" ? frame >= end : frame <= first) return;
      studio.edit({ group, trim: { [side]: frame } });
      studio.goTo(side === "start" ? frame : frame - 1);
    };
    const over = () => {
      removeEventListener("pointermove", move);
      for (const kind of ["pointerup", "pointercancel"]) removeEventListener(kind, over);
    };
    addEventListener("pointermove", move);
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, over);
  }

  color(show) {
    const camera = this.#studio.film.cameras.findIndex((one) => one.name === show);
    return camera < 0 ? mixed : colors[camera % colors.length];
  }

  /** Sliders are kept by the ids of their cuts, so that the one that has the focus, or is dragged, stays. */
  #showSwitches() {
    const { cut, count } = this.#studio;
    const group = $("switches");
    // Diamonds that would hide each other are lines.
    const room = (this.#studio.film.duration * this.#scale) / Math.max(1, cut.switches.length);
    group.classList.toggle("dense", room < 18);
    group.classList.toggle("packed", room < 6);
    const ids = new Set(cut.switches.map((one) => one.id));
    for (const [id, slider] of this.#sliders) {
      if (ids.has(id)) continue;
      slider.remove();
      this.#sliders.delete(id);
    }
    let shown = cut.opening;
    cut.switches.forEach((one, index) => {
      if (!this.#sliders.has(one.id)) this.#sliders.set(one.id, this.#slider(one.id));
      const slider = this.#sliders.get(one.id);
      // Moving an element that is in its place already would take its focus.
      if (group.children[index] !== slider) group.insertBefore(slider, group.children[index] ?? null);
      slider.ariaLabel = `Cut ${index + 1}`;
      slider.style.left = `${this.#x(one.frame)}px`;
      slider.classList.toggle("faint", one.show === shown || !this.#studio.isKept(one.frame));
      const before = shown;
      shown = one.show;
      const time = (frame) => digits(frame / this.#studio.rate);
      slider.ariaValueNow = time(one.frame);
      slider.ariaValueMin = time((cut.switches[index - 1]?.frame ?? 0) + 1);
      slider.ariaValueMax = time((cut.switches[index + 1]?.frame ?? count) - 1);
      slider.ariaValueText = `${this.#studio.time(one.frame)}, to ${title(one.show)}, ${one.transition}`;
      slider.title = `${this.#studio.time(one.frame)}, to ${label(one.show)}` + (one.show === before ? "\nIt changes nothing; Delete removes it." : one.decision ? `\n${renamed(one.decision)}` : "");
    });
    this.showSelection();
  }
  #sliders = new Map();

  /** One of the cuts is a Tab stop: the selected one, or the next after the playhead. */
  showSelection() {
    const { cut, selected, frame } = this.#studio;
    if (!cut) return;
    const stop = selected || (cut.switches.find((one) => one.frame >= frame) ?? cut.switches.at(-1))?.id;
    for (const [id, slider] of this.#sliders) {
      slider.classList.toggle("selected", id === selected);
      slider.tabIndex = id === stop ? 0 : -1;
    }
  }

  #slider(id) {
    const slider = document.createElement("div");
    slider.role = "slider";
    slider.addEventListener("focus", () => {
      this.#studio.select(id);
      // What is edited is what is seen.
      const one = this.#studio.selectedCut;
      if (one && !this.#studio.player.isPlaying) this.#studio.goTo(one.frame);
    });
    slider.addEventListener("keydown", (event) => this.#move(event, id));
    slider.addEventListener("pointerdown", (event) => this.#drag(event, id, slider));
    return slider;
  }

  /** Puts the focus on the selected cut. */
  focusSelection() { this.#sliders.get(this.#studio.selected)?.focus(); }

  #find(id) { return this.#studio.cut.switches.find((one) => one.id === id); }

  #move(event, id) {
    const studio = this.#studio;
    if (event.key === "Enter") {
      studio.panel.showTab("cut");
      $("switch-time").focus();
      event.preventDefault();
      return;
    }
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { frame } = this.#find(id);
    // A key that is held is one step of undo.
    if (!event.repeat) this.#group = studio.group();
    const target = event.altKey
      ? this.#nextSnap(frame, direction, id) : frame + direction * (event.shiftKey ? Math.round(studio.rate) : 1);
    this.#change(id, target, this.#group);
  }

  /** Between its neighbors. */
  #between(id, frame) {
    const { switches } = this.#studio.cut;
    const index = switches.findIndex((one) => one.id === id);
    return Math.min(
      Math.max(frame, (switches[index - 1]?.frame ?? 0) + 1), (switches[index + 1]?.frame ?? this.#studio.count) - 1);
  }

  #change(id, target, group) {
    const studio = this.#studio;
    const frame = this.#between(id, target);
    studio.edit({ group, change: { switch: id, frame } });
    if (!studio.player.isPlaying) studio.frame = frame;
    this.showPlayhead();
  }

  /** Moves a cut between its neighbors; several in a row are one step of undo. */
  moveCut(id, target) {
    if (this.#moved?.id !== id || performance.now() - this.#moved.at > 1500) this.#group = this.#studio.group();
    this.#moved = { id, at: performance.now() };
    this.#change(id, target, this.#group);
    this.#studio.goTo(this.#find(id).frame);
  }
  #moved = null;

  #drag(event, id, slider) {
    if (event.button !== 0) return;
    event.stopPropagation();
    const studio = this.#studio;
    this.#playhead = studio.frame;
    slider.focus();
    slider.setPointerCapture(event.pointerId);
    const group = studio.group();
    const from = event.clientX;
    const { frame: start, show } = this.#find(id);
    let last = start;
    const move = (moved) => {
      if (!this.#find(id)) return;
      const wanted = start + Math.round(((moved.clientX - from) / this.#scale) * studio.rate);
      const snap = this.#snap(wanted, id);
      const target = this.#between(id, snap?.frame ?? wanted);
      const why = target !== (snap?.frame ?? wanted) ? ", next to another cut"
        : snap ? `, at ${snap.why}` : this.#waits(target, show);
      $("hint").textContent = studio.time(target) + why;
      if (target !== last) this.#change(id, target, group);
      last = target;
    };
    const end = () => {
      slider.removeEventListener("pointermove", move);
      $("hint").textContent = "";
      this.#playhead = null;
      studio.goTo(this.#find(id)?.frame ?? studio.frame);
    };
    slider.addEventListener("pointermove", move);
    slider.addEventListener("lostpointercapture", end, { once: true });
  }

  // MARK: snapping

  #snapPoints(id) {
    const { marks } = this.#studio;
    const { show } = this.#find(id);
    const points = this.#playhead === null ? [] : [{ frame: this.#playhead, why: "the playhead" }];
    // The film is copied from a key frame of the camera that it switches to.
    for (const frame of this.#keyFrames(show)) points.push({ frame, why: `a key frame of ${title(show)}` });
    if ($("snap-speech").checked) for (const frame of marks.speech[0]) points.push({ frame, why: "a beginning of speech" });
    if ($("snap-beats").checked) for (const frame of marks.beats[0]) points.push({ frame, why: "a beat" });
    return points;
  }
  /** Where the playhead was before a switch was dragged. */
  #playhead = null;

  #keyFrames(show) {
    const camera = this.#studio.film.cameras.findIndex((one) => one.name === show);
    return this.#studio.marks.keyFrames[camera] ?? [];
  }

  /** How many frames are encoded because a switch is not at a key frame. */
  #waits(frame, show) {
    const next = this.#keyFrames(show).find((one) => one >= frame);
    if (next === undefined || next === frame) return "";
    return `; ${next - frame} ${next - frame === 1 ? "frame is" : "frames are"} encoded until the next key frame`;
  }

  /** Found, or not: a box that is ticked without effect would puzzle. */
  showMarks(kind) {
    const count = this.#studio.marks[kind][0].length;
    const name = { speech: "beginnings of speech", beats: "beats" }[kind];
    this.#studio.say(count ? `${count} ${name} to snap to` : `There are no clear ${name} in the sound of this film.`);
    this.#draw();
  }

  #snap(frame, id) {
    if ($("snap").ariaPressed !== "true") return null;
    const reach = (8 / this.#scale) * this.#studio.rate;
    const near = this.#snapPoints(id).filter((point) => Math.abs(point.frame - frame) <= reach);
    return near.sort((one, other) => Math.abs(one.frame - frame) - Math.abs(other.frame - frame))[0] ?? null;
  }

  #nextSnap(frame, direction, id) {
    const beyond = this.#snapPoints(id).map((one) => one.frame).filter((one) => (one - frame) * direction > 0);
    if (!beyond.length) this.#studio.say("There is nothing to snap to on this side.");
    if (!beyond.length) return frame;
    return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
  }

  // MARK: copied and encoded

  /** Places items on a lane; those at the same time have rows of their own. */
  #fill(lane, list, items) {
    lane.hidden = !items.length;
    const ends = [];
    list.replaceChildren(...items.map(({ words, tip = words, frames: [first, end] }) => {
      const item = document.createElement("li");
      const free = ends.findIndex((last) => last <= first);
      const row = free < 0 ? ends.length : free;
      ends[row] = end;
      item.style.top = `${1 + row * 17}px`;
      item.style.left = `${this.#x(first)}px`;
      item.style.width = `${Math.max(3, this.#x(end) - this.#x(first) - 1)}px`;
      item.textContent = words;
      item.title = `${tip}, ${this.#studio.time(first)} to ${this.#studio.time(end)}`;
      return item;
    }));
    lane.style.height = `${1 + Math.max(1, ends.length) * 17}px`;
  }

  #showGraphics() {
    this.#fill($("graphics-lane"), $("graphics"), this.#studio.cut.graphics.map(({ label, frames }) => ({ words: label, frames })));
  }

  /** Subtitles, which are on the film's clock. */
  showCues() {
    const { cues } = this.#studio;
    const own = this.#studio.cut?.subtitles && cues ? cues : [];
    const frame = (time) => this.#studio.toTimeline(Math.round(time * this.#studio.rate));
    // Thousands of words that are narrower than a letter are not laid out.
    const [first, last] = [this.#view.scrollLeft / this.#scale, (this.#view.scrollLeft + this.#width) / this.#scale];
    const items = own.map(({ start, end, text }) => ({ words: text, frames: [frame(start), frame(end)] }))
      .filter(({ frames: [from, to] }) => own.length < 300 || to / this.#studio.rate > first - 10 && from / this.#studio.rate < last + 10);
    this.#fill($("subtitles-lane"), $("cues"), items.slice(0, 400));
    $("subtitles-lane").hidden = !own.length;
  }

  #showMusic() {
    const { music, isLowered } = this.#studio.cut.sound;
    const words = music && `${music.file} ${Number((music.gain ?? 0).toFixed(1))} dB${isLowered ? ", lowered while somebody speaks" : ""}`;
    this.#fill($("music-lane"), $("music"), music ? this.#studio.cut.kept.slice(0, 200).map((frames) => ({ words, frames })) : []);
  }

  showSpans() {
    const { spans, cut } = this.#studio;
    // Spans are the film's; one that reaches over a part that is left out is in two.
    const onTimeline = (span) => this.#studio.pieces(span.firstFrame, span.endFrame).map(([firstFrame, endFrame]) => ({ ...span, firstFrame, endFrame }));
    $("spans").replaceChildren(...(cut ? spans?.spans ?? [] : []).flatMap(onTimeline).map((span) => {
      const item = document.createElement("li");
      item.className = span.kind === "copy" ? "copied" : "encoded";
      item.style.left = `${this.#x(span.firstFrame)}px`;
      item.style.width = `${Math.max(1, this.#x(span.endFrame) - this.#x(span.firstFrame))}px`;
      const what = span.kind === "copy" ? `copied: ${title(span.camera)}` : `encoded: ${mainFirst(span.reasons).join(", ")}`;
      const words = document.createElement("span");
      words.textContent = `${what}, ${this.#studio.time(span.firstFrame)} to ${this.#studio.time(span.endFrame)}`;
      item.title = words.textContent;
      item.append(words);
      return item;
    }));
  }

  // MARK: the playhead

  showPlayhead() {
    const { frame, cut, rate } = this.#studio;
    const playhead = $("playhead");
    const x = this.#x(frame);
    playhead.style.left = `${labelWidth + x}px`;
    playhead.ariaValueNow = digits(frame / rate);
    playhead.ariaValueText = `${this.#studio.time(frame)}, frame ${frame}${cut ? `, ${title(this.#studio.shown())}` : ""}`;
    if (document.activeElement !== $("time")) $("time").value = this.#studio.time(frame);
    const left = this.#view.scrollLeft;
    if (x < left || x > left + this.#width) {
      const isPlaying = this.#studio.player.isPlaying;
      this.#view.scrollLeft = isPlaying && x > left ? x - 20 : x - this.#width / 2;
    }
  }

  #press(event) {
    const studio = this.#studio;
    const isControl = event.target.closest("[role=slider], .label");
    // A click on a part that is left out does not move what a second click is for.
    if (event.button !== 0 || !studio.cut || isControl || event.detail > 1 && event.target.closest(".out")) return;
    // Beside the scroll bar.
    if (event.offsetY > this.#view.scrollHeight) return;
    const go = (moved) => studio.goTo(this.#frameAt(moved.clientX));
    go(event);
    const end = () => {
      removeEventListener("pointermove", go);
      for (const kind of ["pointerup", "pointercancel"]) removeEventListener(kind, end);
    };
    addEventListener("pointermove", go);
    // A touch that the browser takes over is canceled.
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, end);
    if (!event.target.closest("#switches")) studio.select(0);
  }

  // MARK: drawing

  #draw() {
    if (this.#isDrawing || !this.#studio.film) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#drawRows();
      this.#studio.filmTab.crop?.draw();
    });
  }

  #drawRows() {
    const width = this.#width;
    const [first, last] = [this.#view.scrollLeft / this.#scale, (this.#view.scrollLeft + width) / this.#scale];
    const wanted = [];
    this.#needed.clear();
    const style = getComputedStyle(document.body);
    for (const row of this.#rows) {
      const dots = devicePixelRatio;
      const { canvas, height } = row;
      if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
        [canvas.width, canvas.height] = [Math.round(width * dots), Math.round(height * dots)];
        [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
      }
      const context = canvas.getContext("2d");
      context.setTransform(dots, 0, 0, dots, 0, 0);
      context.clearRect(0, 0, width, height);
      if (row.kind === "ruler") this.#drawRuler(context, first, last, style);
      if (row.kind === "strip") this.#drawStrip(context, row, first, last, wanted);
      if (row.kind === "sound") this.#drawSound(context, row, first, last, wanted, style);
    }
    // Angles play while the film does, whatever the timeline shows: a key frame of each second.
    const { player, frame, rate, film } = this.#studio;
    if (player.isPlaying) {
      const tile = Math.floor(frame / rate / 8);
      for (const next of [tile, tile + Math.sign(player.speed)]) {
        if (next < 0 || next * 8 >= film.duration) continue;
        film.cameras.forEach((_, index) => this.#tile(`thumb/${index}/0/${next}.jpg`, (first + last) / 2, wanted));
      }
    }
    for (const path of this.#listened) this.#tile(path, (first + last) / 2, wanted);
    this.#listened.clear();
    // From the middle of what is seen outward.
    const middle = (first + last) / 2;
    wanted.sort((one, other) => Math.abs(one.time - middle) - Math.abs(other.time - middle));
    this.#wanted = wanted;
    for (const [path, request] of this.#requests) if (!this.#needed.has(path)) request.abort();
    this.#load();
  }
  #wanted = [];
  #needed = new Set();
  /** What is on its way, to be given up where nobody looks any more. */
  #requests = new Map();

  #drawRuler(context, first, last, style) {
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
    const step = steps.find((one) => one * this.#scale >= 76) ?? 7200;
    context.fillStyle = style.getPropertyValue("--quiet");
    context.font = "11px system-ui, sans-serif";
    for (let i = Math.floor(first / step); i * step <= last; i++) {
      const x = (i * step - first) * this.#scale;
      context.fillRect(x, 15, 1, 9);
      const words = clock(i * step);
      context.fillText(step < 1 ? words.slice(0, -2) : words.slice(0, -4), x + 4, 15);
      for (let part = 1; part < 5; part++) context.fillRect(x + (part * step * this.#scale) / 5, 20, 1, 4);
    }
    for (const [kind, color] of [["speech", "--accent"], ["beats", "--encoded"]]) {
      if (!$(`snap-${kind}`).checked) continue;
      context.fillStyle = style.getPropertyValue(color);
      for (const frame of this.#studio.marks[kind][0]) {
        const time = frame / this.#studio.rate;
        if (time >= first && time <= last) context.fillRect((time - first) * this.#scale - 1, 18, 2, 6);
      }
    }
  }

  #drawStrip(context, row, first, last, wanted) {
    const own = row.camera.thumbWidth;
    const width = (own * stripHeight) / thumbHeight;
    const level = Math.min(mostLevels, Math.max(0, Math.floor(Math.log2(width / this.#scale))));
    const step = 2 ** level;
    context.fillStyle = "#0004";
    for (const [start, end] of row.camera.footage) {
      context.fillRect((start - first) * this.#scale, 0, (end - start) * this.#scale, stripHeight);
    }
    const { duration } = this.#studio.film;
    const end = (Math.min(last, duration) - first) * this.#scale;
    // Side by side, each the key frame at or before where it begins.
    for (let k = Math.floor((first * this.#scale) / width); k * width - first * this.#scale < end; k++) {
      const i = Math.floor((k * width) / this.#scale / step);
      const tile = Math.floor(i / 8);
      const picture = this.#tile(`thumb/${row.index}/${level}/${tile}.jpg`, (tile * 8 + 4) * step, wanted);
      if (!picture) continue;
      const x = k * width - first * this.#scale;
      const shown = Math.min(width, end - x);
      context.drawImage(picture, (i % 8) * own, 0, (own * shown) / width, thumbHeight, x, 0, shown, stripHeight);
    }
    this.#dim(context, row, first, last);
  }

  /** Where a camera is not in the film, its pictures stand back. */
  #dim(context, row, first, last) {
    const { cut, rate, count } = this.#studio;
    if (!cut) return;
    const shots = [{ frame: 0, show: cut.opening, layout: cut.layout }, ...cut.switches];
    context.fillStyle = getComputedStyle(document.body).getPropertyValue("--veil");
    shots.forEach(({ frame, show, layout }, index) => {
      const end = shots[index + 1]?.frame ?? count;
      const isShown = show === row.name || layout?.some(([camera]) => camera === row.index);
      const [from, to] = [Math.max(first, frame / rate), Math.min(last, end / rate)];
      if (!isShown && from < to) context.fillRect((from - first) * this.#scale, 0, (to - from) * this.#scale, stripHeight);
    });
  }

  #drawSound(context, row, first, last, wanted, style) {
    const level = Math.min(mostLevels, Math.max(0, Math.floor(Math.log2(100 / this.#scale))));
    const perSecond = 100 / 2 ** level;
    const span = 1000 / perSecond;
    // Over pictures it needs a ground of its own.
    if (row.isOver) {
      const ground = context.createLinearGradient(0, 0, 0, soundHeight);
      ground.addColorStop(0, "#0000");
      ground.addColorStop(1, "#000b");
      context.fillStyle = ground;
      context.fillRect(0, 0, (Math.min(last, this.#studio.film.duration) - first) * this.#scale, soundHeight);
    }
    context.fillStyle = style.getPropertyValue("--quiet");
    context.fillRect(0, soundHeight - 1, (Math.min(last, this.#studio.film.duration) - first) * this.#scale, 1);
    const draw = (color) => {
      context.fillStyle = color.startsWith("--") ? style.getPropertyValue(color) : color;
      for (let tile = Math.floor(first / span); tile * span < Math.min(last, this.#studio.film.duration); tile++) {
        const peaks = this.#tile(`wave/${row.index}/${level}/${tile}`, (tile + 0.5) * span, wanted);
        if (!peaks) continue;
        const bar = Math.max(1, this.#scale / perSecond);
        for (let i = 0; i < peaks.length; i++) {
          const x = (tile * span + i / perSecond - first) * this.#scale;
          const height = (peaks[i] / 255) * (soundHeight - 2);
          context.fillRect(x, soundHeight - 1 - height, bar, height);
        }
      }
    };
    // Where everybody is heard by their own microphone, whoever speaks stands out.
    const { open } = this.#studio.cut ?? {};
    if (!open) return draw(row.isOver ? "#fffc" : "--accent");
    draw(row.isOver ? "#fff7" : "--quiet");
    context.save();
    context.beginPath();
    for (const [start, end] of open[row.name] ?? []) {
      context.rect((start - first) * this.#scale, 0, (end - start) * this.#scale, soundHeight);
    }
    context.clip();
    context.fillStyle = row.isOver ? "#fff" : style.getPropertyValue("--accent");
    context.globalAlpha = 0.15;
    context.fillRect(0, 0, (last - first) * this.#scale, soundHeight);
    context.globalAlpha = 1;
    draw(row.isOver ? "#fff" : "--accent");
    context.restore();
  }

  /** A tile that is here; otherwise it is wanted. */
  #tile(path, time, wanted) {
    if (!this.#tiles.has(path) && !this.#needed.has(path)) wanted.push({ path, time });
    this.#needed.add(path);
    return this.#tiles.get(path);
  }

  /** Pictures of a camera that are here: for Show, while the film plays. */
  thumb(camera, frame) {
    const time = frame / this.#studio.rate;
    for (let level = 0; level < 3; level++) {
      const index = Math.floor(time / 2 ** level);
      const picture = this.#tiles.get(`thumb/${camera}/${level}/${Math.floor(index / 8)}.jpg`);
      if (picture) return { picture, place: index % 8 };
    }
    return null;
  }

  /** How loud a sound is at a time, 0 to 1; its waveform is fetched if it is not here. */
  peak(sound, time) {
    const path = `wave/${sound}/0/${Math.floor(time / 10)}`;
    if (this.#tiles.has(path)) return (this.#tiles.get(path)?.[Math.floor((time % 10) * 100)] ?? 0) / 255;
    this.#listened.add(path);
    return 0;
  }
  #listened = new Set();

  /** The angles play on. */
  prefetch() { this.#draw(); }

  #load() {
    const most = { thumb: 3, wave: 2 };
    const isFree = ({ path }) => this.#loading[path.split("/")[0]] < most[path.split("/")[0]];
    for (let next; (next = this.#wanted.findIndex(isFree)) >= 0;) {
      const [{ path }] = this.#wanted.splice(next, 1);
      const kind = path.split("/")[0];
      this.#loading[kind]++;
      this.#tiles.set(path, undefined);
      this.#fetch(path)
        .then((tile) => this.#tiles.set(path, tile))
        .catch((error) => { if (error.name === "AbortError") this.#tiles.delete(path); })
        .finally(() => {
          this.#requests.delete(path);
          this.#loading[kind]--;
          this.#draw();
          this.#load();
        });
    }
    // What was seen long ago is asked for again.
    if (this.#tiles.size > 600) {
      for (const path of [...this.#tiles.keys()].slice(0, 200)) this.#tiles.delete(path);
    }
  }

  async #fetch(path) {
    const request = new AbortController();
    this.#requests.set(path, request);
    const answer = await fetch(path, { signal: request.signal });
    if (!answer.ok) throw new Error(answer.statusText);
    return path.startsWith("thumb") ? createImageBitmap(await answer.blob()) : new Uint8Array(await answer.arrayBuffer());
  }
}

/** What a person did comes before what follows from it. */
function mainFirst(reasons) {
  const main = "transition";
  return reasons.includes(main) ? [main, ...reasons.filter((one) => one !== main)] : reasons;
}
