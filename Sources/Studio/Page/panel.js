// Everything beside the picture: the angles, the selected cut, the list of shots, and the dialogs.
import { $, isSameView, label, parameters, recipe, renamed, seconds, title } from "./words.js";
import { RecipeFields } from "./recipes.js";

const keys = [
  ["Space, K", "play, pause"], ["J, L", "backward, forward; again: twice as fast"],
  ["← →", "a frame; with Shift a second"], ["↑ ↓", "from cut to cut"], ["Home, End", "beginning, end"],
  ["1 … 9", "show this camera or view from here on"], ["Alt 1 … 9", "show it in this whole shot"],
  ["S", "cut to the next camera"], ["I, O", "the film begins, ends here"], ["X", "leave out what is between In and Out, or the shot"], ["Delete", "delete the selected cut"],
  ["Enter", "on a cut: its fields; in a field: back to the film"], ["← → on a cut", "move it by a frame; Shift: a second; Alt: to the next snap point"],
  ["← → ↑ ↓ + − on an inset", "move and resize it"], ["N", "snapping on, off"], ["+ − 0", "zoom in, out, whole film"], ["Ctrl Z", "undo; with Shift redo"],
  ["Ctrl S", "save the plan"], ["?", "these keys"], ["Escape", "nothing selected"],
];

const canceled = "Making the film was canceled; there is none.";
/** Transitions that are in sight without scrolling. */
const fewTransitions = 8;

export class Panel {
  #studio;
  /** The canvases that wait for pictures of the last request. */
  #canvases = [];
  #choicesID = 0;
  #timer = 0;
  /** What the gallery shows. */
  #galleryKey = "";
  #transitions;

  constructor(studio) {
    this.#studio = studio;
    this.#transitions = new Listbox(
      $("transitions"), (transition) => this.#change({ transition }), (transition) => this.#look({ transition }),
      (item) => this.#move(item));
    $("more").onclick = () => this.#showMore($("more").ariaExpanded !== "true");
    this.#listenToTabs();
    $("delete").onclick = () => studio.remove();
    $("nudge").append(...[-10, -1, 0, 1, 10].map((frames) => {
      const button = document.createElement("button");
      button.textContent = frames ? `${frames < 0 ? "−" : "+"}${Math.abs(frames)}` : "▶";
      button.ariaLabel = frames ? `${button.textContent} ${Math.abs(frames) === 1 ? "frame" : "frames"}` : "▶ Play this cut";
      button.title = frames ? `Moves the cut ${Math.abs(frames)} ${frames < 0 ? "earlier" : "later"}` : "Plays this cut: two seconds of the film";
      button.onclick = () => {
        const one = studio.selectedCut;
        if (!frames) return studio.player.playAround(one.frame);
        studio.timeline.moveCut(one.id, one.frame + frames);
      };
      return button;
    }));
    $("switch-time").onchange = () => {
      const time = seconds($("switch-time").value);
      if (Number.isNaN(time)) {
        studio.alert(`'${$("switch-time").value}' is not a time; write one such as 0:12.500.`);
        return this.showSwitch();
      }
      studio.edit({ change: { switch: studio.selected, frame: Math.round(time * studio.rate) } });
    };
    $("duration").onchange = () => {
      const duration = $("duration").valueAsNumber;
      if (duration >= 0 && duration <= 60) this.#change({ duration });
      else this.showSwitch();
    };
    $("align").onchange = () => this.#change({ align: $("align").value });
    $("parameters").onchange = () => {
      const name = studio.selectedCut.transition.split(":")[0];
      const written = $("parameters").value.trim();
      this.#change({ transition: written ? `${name}:${written}` : name });
    };
    $("render").onclick = () => { if (studio.cut) this.#openRender(); };
    $("start").onclick = () => this.#startRender();
    $("cancel").onclick = () => studio.request("cancel");
    $("help").onclick = () => this.help();
    $("file-name").onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (!$("start").hidden) this.#startRender();
    };
    $("keys").replaceChildren(...keys.flatMap(([name, what]) => {
      const [term, words] = [document.createElement("dt"), document.createElement("dd")];
      [term.textContent, words.textContent] = [name, what];
      return [term, words];
    }));
    this.#listenToInset();
    $("add-view").onclick = () => {
      studio.made.push("pip:aspect=circle");
      studio.add("pip:aspect=circle");
    };
    $("same").onchange = () => {
      const one = studio.selectedCut;
      if (one && $("same").checked) this.#change({ transition: one.transition, duration: one.duration, align: one.align });
    };
    $("clear").onclick = () => studio.edit({ clear: {} });
    $("swap").onclick = () => this.#swap();
    $("file-name").oninput = () => this.showTarget();
    for (const id of ["delivery", "size"]) $(id).onchange = () => this.#deliver();
  }

  open() {
    const { film } = this.#studio;
    const names = film.cameras.map((one) => one.name);
    this.#transitionFields = new RecipeFields($("transition-fields"), film.transitionKinds, names, (transition, isDragged) =>
      this.#change({ transition }, isDragged));
    this.#viewFields = new RecipeFields($("view-fields"), film.viewKinds, names, (show, isDragged) => this.#showInShot(show, isDragged));
    $("delivery").replaceChildren(new Option("as recorded", ""), ...film.deliveries.map((one) => new Option(one.title, one.name)));
    this.#transitions.fill(film.transitionKinds);
    this.#showMore(false);
    this.#showAngles();
    this.showTab("list");
    $("file-name").value = film.film;
    const { transition, duration } = film.usual;
    const kinds = film.transitionKinds.map(({ name }) => name);
    $("new-cuts").replaceChildren(...[...kinds, ...(kinds.includes(transition) ? [] : [transition])].map((name) => {
      const option = new Option(name === "none" ? "hard cut" : name, name);
      option.ariaLabel = `${option.text} at new cuts`;
      return option;
    }));
    $("new-cuts").value = transition;
    $("new-duration").value = duration || 0.5;
    $("new-cuts").onchange();
  }

  #transitionFields = null;
  #viewFields = null;

  /** Of the transition, in the selected cut or in all. */
  #change(change, isDragged = false) {
    const all = $("same").checked ? { all: true } : {};
    this.#studio.edit({ ...this.#dragged(isDragged), change: { switch: this.#studio.selected, ...all, ...change } });
  }

  /** What is dragged on within a moment is one step of undo. */
  #dragged(isDragged) {
    if (!isDragged) return {};
    if (performance.now() - this.#drag.at > 1000) this.#drag.group = this.#studio.group();
    this.#drag.at = performance.now();
    return { group: this.#drag.group };
  }
  #drag = { at: -Infinity, group: "" };

  // MARK: angles and views

  /** A button for each camera and view; those that are there already stay. */
  #showAngles() {
    const { choices } = this.#studio;
    const known = [...$("show").children];
    choices.forEach((name, index) => {
      const button = known[index] ?? this.#angle(index);
      if (!known[index]) $("show").append(button);
      button.classList.toggle("camera", index < this.#studio.film.cameras.length);
      if (button.dataset.show === name) return;
      button.dataset.show = name;
      button.ariaLabel = label(name);
      button.querySelector("b").textContent = label(name);
      button.title = `Show ${label(name)} from here on` + (index < 9 ? ` (${index + 1}); in the whole shot: Alt-${index + 1}, or a right click` : "");
      button.style.setProperty("--color", this.#studio.timeline.color(name));
    });
    for (const button of known.slice(choices.length)) button.remove();
  }

  #angle(index) {
    const button = document.createElement("button");
    button.ariaPressed = "false";
    if (index < 9) button.setAttribute("aria-keyshortcuts", index + 1);
    const [words, key, name, speaks, meter] = ["span", "kbd", "b", "small", "i"].map((kind) => document.createElement(kind));
    key.textContent = index < 9 ? index + 1 : "";
    speaks.setAttribute("aria-hidden", "true");
    meter.setAttribute("aria-hidden", "true");
    meter.className = "level-bar";
    words.append(key, name, speaks);
    button.append(picture(), meter, words);
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.oncontextmenu = (event) => {
      event.preventDefault();
      this.#studio.showInShot(button.dataset.show);
    };
    button.onclick = (event) => {
      const { show } = button.dataset;
      return event.altKey ? this.#studio.showInShot(show) : this.#studio.add(show);
    };
    return button;
  }

  /** Who speaks, and how loud every camera is. */
  #showLevels() {
    const { film, cut, frame, rate, timeline } = this.#studio;
    const time = frame / rate;
    film.cameras.forEach(({ name }, index) => {
      const button = $("show").children[index];
      const speaks = cut.open?.[name]?.some(([start, end]) => time >= start && time < end);
      const hasFootage = film.cameras[index].footage.some(([start, end]) => time >= start && time < end);
      const words = !hasFootage ? " · no footage" : speaks ? " · speaks" : "";
      button.classList.toggle("empty", !hasFootage);
      if (button.querySelector("small").textContent !== words) button.querySelector("small").textContent = words;
      const sound = film.heard.indexOf(name);
      const peak = sound < 0 ? 0 : timeline.peak(sound, time);
      button.querySelector(".level-bar").style.setProperty("--level", sound < 0 ? 0 : Math.max(0, 1 + 20 * Math.log10(Math.max(peak, 1e-4) ** 2) / 60));
    });
  }

  #showView() {
    const shown = this.#studio.shown();
    const isView = !this.#studio.film.cameras.some((one) => one.name === shown);
    $("view").hidden = !isView || !this.#viewFields.show(shown);
    $("view").querySelector("legend").textContent = `View: ${label(shown)}`;
    $("swap").hidden = (this.#layout()?.length ?? 0) !== 2;
  }

  #showInShot(show, isDragged) {
    this.#studio.edit({ ...this.#dragged(isDragged), shot: { frame: this.#studio.frame, show } });
  }

  /** The cameras of a view change places. */
  #swap() {
    const { film } = this.#studio;
    const shown = this.#studio.shown();
    const [kind] = shown.split(":");
    const roles = film.viewKinds.find((one) => one.name === kind)?.parameters.filter((one) => one.kind === "camera").map((one) => one.name) ?? [];
    const cameras = this.#layout().map(([camera]) => film.cameras[camera].name);
    const [back, front] = roles.includes("main") ? ["main", "inset"] : roles;
    if (!front) return;
    this.#showInShot(recipe(kind, { ...parameters(shown), [back]: cameras[1], [front]: cameras[0] }));
  }

  #layout() {
    const { cut } = this.#studio;
    const shot = this.#studio.shot();
    return (shot ? cut.switches[shot - 1] : { layout: cut.layout }).layout;
  }

  /** A few transitions are in sight without scrolling. */
  #showMore(isAll) {
    $("more").ariaExpanded = String(isAll);
    $("more").textContent = isAll ? "Fewer transitions" : "More transitions";
    this.#transitions.items.forEach((item, index) => { item.option.hidden = !isAll && index >= fewTransitions; });
  }

  // MARK: tabs

  /** A cut was selected; whoever goes through the list stays there. */
  openCut() {
    $("same").checked = false;
    if (!$("panel-list").contains(document.activeElement)) this.showTab("cut");
  }

  showTab(name) {
    for (const one of ["cut", "film", "list"]) {
      $(`tab-${one}`).ariaSelected = String(one === name);
      $(`tab-${one}`).tabIndex = one === name ? 0 : -1;
      $(`panel-${one}`).hidden = one !== name;
    }
  }

  #listenToTabs() {
    const tabs = ["cut", "film", "list"];
    tabs.forEach((name, index) => {
      const tab = $(`tab-${name}`);
      tab.onclick = () => this.showTab(name);
      tab.onkeydown = (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const next = tabs[(index + step + tabs.length) % tabs.length];
        this.showTab(next);
        $(`tab-${next}`).focus();
      };
    });
  }

  // MARK: what the film is

  showCut() {
    this.#showAngles();
    this.showTarget();
    this.showSwitch();
    this.#showShots();
    this.showPlayhead(true);
  }

  showPlayhead(isOtherShot) {
    const studio = this.#studio;
    if (!studio.cut) return;
    if (isOtherShot) {
      const shown = studio.shown();
      [...$("show").children].forEach((button, index) => {
        button.ariaPressed = String(isSameView(studio.choices[index], shown));
      });
      const shot = studio.shot();
      [...$("shots").children].forEach((row, index) => {
        if (index === shot) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      });
      this.#showInset();
      this.#showView();
    }
    this.#showLevels();
    if (studio.player.isPlaying) this.#playAngles();
    else this.#askSoon();
  }

  #showShots() {
    const { cut, count } = this.#studio;
    const shots = [{ frame: 0, show: cut.opening }, ...cut.switches];
    $("shots").closest("table").classList.toggle("unreasoned", !shots.some((shot) => shot.decision));
    $("shots").replaceChildren(...shots.map((shot, index) => {
      const row = document.createElement("tr");
      const end = shots[index + 1]?.frame ?? count;
      row.title = shot.show;
      const cells = [index + 1, this.#studio.time(shot.frame), this.#studio.time(end), label(shot.show), renamed(shot.decision ?? "")];
      row.append(...cells.map((words) => {
        const cell = document.createElement("td");
        cell.textContent = words;
        return cell;
      }));
      row.onclick = () => {
        this.#studio.goTo(shot.frame);
        this.#studio.select(shot.id ?? 0);
      };
      return row;
    }));
  }

  showSwitch() {
    const one = this.#studio.selectedCut;
    $("switch").hidden = !one;
    $("no-cut").hidden = Boolean(one);
    if (!one) return;

    const [kind] = one.transition.split(":");
    $("switch-title").textContent = `Cut ${this.#studio.number(one.id)}: to ${label(one.show)}, ${kind === "none" ? "no transition" : kind}`;
    const set = (id, value) => { if (document.activeElement !== $(id) || !$(id).matches(":focus-visible")) $(id).value = value; };
    $("switch-time").value = this.#studio.time(one.frame);
    $("duration").value = Number(one.duration.toFixed(3));
    $("align").value = one.align;
    const [name, ...rest] = one.transition.split(":");
    set("parameters", rest.join(":"));
    this.#transitionFields.show(one.transition);
    $("reason").textContent = renamed(one.decision ?? "");
    const [last, first] = document.querySelectorAll(".sides figcaption");
    last.textContent = `last of ${label(this.#studio.shown(one.frame - 1))} · ${one.frame - 1}`;
    first.textContent = `first of ${label(one.show)} · ${one.frame}`;
    this.#transitions.select(name);
    // What the footage did not allow is told where it is.
    const notes = this.#studio.cut.adjustments.filter((note) => this.#concerns(note, one));
    $("notes").replaceChildren(...notes.map((note) => {
      const item = document.createElement("li");
      item.textContent = note.message;
      return item;
    }));
    this.#askSoon();
  }

  #concerns(note, one) {
    const { rate } = this.#studio;
    const time = note.time ?? seconds(note.message.split(" ")[0]);
    const [first, last] = one.window ?? [one.frame, one.frame];
    return time * rate >= Math.min(first, one.frame) - 1 && time * rate <= Math.max(last, one.frame) + 1;
  }

  // MARK: live pictures of what could be chosen

  /** A frame before the middle of a switch's transition, where most look like themselves. */
  #middle(one) {
    const length = Math.max(one.duration, 0.2) * this.#studio.rate;
    const middle = one.frame + Math.round(length * { center: -0.12, start: 0.38, end: -0.62 }[one.align]);
    return Math.min(Math.max(0, middle), this.#studio.count - 1);
  }

  #look(change) {
    const frame = this.#middle(this.#studio.selectedCut);
    const edit = { change: { switch: this.#studio.selected, ...change } };
    this.#studio.player.look(edit, frame);
  }

  #askSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), 150);
  }

  #ask() {
    const studio = this.#studio;
    if (studio.player.isPlaying || !studio.isOpen) return;
    const { version } = studio.cut;
    const canvases = [...$("show").querySelectorAll("canvas")];
    const choices = studio.choices.map((show) => ({ frame: studio.frame, show }));
    const one = studio.selectedCut;
    if (one) {
      canvases.push($("last"), $("first"));
      choices.push({ frame: one.frame - 1, show: studio.shown(one.frame - 1) }, { frame: one.frame, show: one.show });
    }
    const key = one ? `${version} ${studio.selected}` : "";
    if (one && key !== this.#galleryKey) {
      for (const { name, canvas, option } of this.#transitions.items) {
        if (option.hidden) continue;
        canvases.push(canvas);
        choices.push({
          frame: this.#middle(one), edit: { change: { switch: studio.selected, transition: name } } });
      }
    }
    this.#askedKey = key;
    this.#canvases = canvases;
    this.#choicesID = studio.request("choices", { choices });
  }
  #askedKey = "";

  /** A transition that is pointed at moves. Pictures of it come while it is shown. */
  #move(item) {
    clearInterval(this.#moving?.timer);
    const one = this.#studio.selectedCut;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || item?.name === "none";
    if (!item || !one || isStill || this.#studio.player.isPlaying) {
      if (this.#moving) this.#askSoon();
      this.#moving = null;
      this.#galleryKey = "";
      return;
    }
    const { rate, selected, count } = this.#studio;
    const length = Math.max(one.duration, 0.3) * rate;
    const start = one.frame + length * { center: -0.5, start: 0, end: -1 }[one.align];
    const choices = Array.from({ length: 10 }, (_, step) => ({
      frame: Math.min(Math.max(0, Math.round(start - 1 + ((length + 2) * step) / 9)), count - 1),
      edit: { change: { switch: selected, transition: item.name } },
    }));
    const pictures = [];
    let shown = 0;
    const timer = setInterval(() => {
      if (!pictures.length) return;
      // It stands still for a moment at both ends.
      const place = Math.min(Math.max(0, (shown++ % 16) - 3), choices.length - 1);
      const picture = pictures[Math.min(place, pictures.length - 1)];
      if (picture) draw(item.canvas, picture, 0, 0, picture.width, picture.height);
    }, 80);
    this.#moving = { timer, pictures, id: this.#studio.request("choices", { choices }) };
  }
  #moving = null;

  async receive(message) {
    if (message.id === this.#moving?.id) {
      const { pictures } = this.#moving;
      pictures[message.item] = await createImageBitmap(new Blob([message.data.slice(16)], { type: "image/jpeg" }));
      return;
    }
    if (message.id === this.#playing.id) {
      this.#playing.left--;
      const bitmap = await createImageBitmap(new Blob([message.data.slice(16)], { type: "image/jpeg" }));
      const canvas = $("show").children[message.item]?.querySelector("canvas");
      if (canvas && this.#studio.player.isPlaying) draw(canvas, bitmap, 0, 0, bitmap.width, bitmap.height);
      bitmap.close();
      if (!this.#playing.left) this.#playing.answered = performance.now();
      return;
    }
    if (message.id !== this.#choicesID) return;
    const canvas = this.#canvases[message.item];
    if (message.item === this.#canvases.length - 1) this.#galleryKey = this.#askedKey;
    const bitmap = await createImageBitmap(new Blob([message.data.slice(16)], { type: "image/jpeg" }));
    if (canvas) draw(canvas, bitmap, 0, 0, bitmap.width, bitmap.height);
    bitmap.close();
  }

  /** While the film plays, the angles play, too, as far as the program has time: the film comes first. */
  #playAngles() {
    const { player, frame, choices } = this.#studio;
    const [now, playing] = [performance.now(), this.#playing];
    if (now - playing.answered > 1000) this.#showThumbs();
    const isWaiting = playing.left > 0 && now - playing.asked < 3000;
    if (isWaiting || now - playing.asked < 200 || player.counts.behind > 2) return;
    Object.assign(playing, { asked: now, left: choices.length });
    playing.id = this.#studio.request("choices", { choices: choices.map((show) => ({ frame, show })) });
  }
  #playing = { id: -1, left: 0, asked: 0, answered: 0 };

  /** Key frames of the filmstrips, and views put together of them. */
  #showThumbs() {
    const { film, frame, rate, choices, timeline } = this.#studio;
    const second = Math.floor(frame / rate);
    if (second === this.#thumbSecond) return;
    this.#thumbSecond = second;
    const thumbs = film.cameras.map((_, index) => timeline.thumb(index, frame));
    choices.forEach((_, index) => {
      const layers = index < film.cameras.length ? [[index, 0, 0, 1, 1]] : this.#studio.layout(choices[index]);
      if (!layers?.every(([camera]) => thumbs[camera])) return;
      const canvas = $("show").children[index].querySelector("canvas");
      if (!canvas.width) return;
      const context = canvas.getContext("2d");
      context.fillStyle = "#000";
      context.fillRect(0, 0, canvas.width, canvas.height);
      for (const [camera, x, y, w, h] of layers) {
        const { picture, place } = thumbs[camera];
        const [width, height] = [film.cameras[camera].thumbWidth, picture.height];
        const [left, top, wide, high] = [x * canvas.width, y * canvas.height, w * canvas.width, h * canvas.height];
        // Filled, as most views are.
        const scale = Math.max(wide / width, high / height);
        const [ownWidth, ownHeight] = [wide / scale, high / scale];
        context.drawImage(
          picture, place * width + (width - ownWidth) / 2, (height - ownHeight) / 2, ownWidth, ownHeight, left, top, wide, high);
      }
    });
    timeline.prefetch();
  }
  #thumbSecond = -1;

  // MARK: the inset

  /** Where the inset of the view at the playhead is. */
  #insetPlace() {
    const layout = this.#layout();
    return this.#studio.shown().split(":")[0] === "pip" && layout?.length === 2 ? layout[1].slice(1) : null;
  }

  #showInset() {
    const place = this.#insetPlace();
    $("inset").hidden = !place;
    if (place && !$("inset").classList.contains("held")) this.#placeInset(place);
  }

  #placeInset([x, y, width, height]) {
    Object.assign($("inset").style, {
      left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
  }

  #listenToInset() {
    const inset = $("inset");
    inset.addEventListener("pointerdown", (event) => {
      const studio = this.#studio;
      const place = this.#insetPlace();
      if (event.button !== 0 || !place) return;
      event.preventDefault();
      studio.player.pause();
      inset.setPointerCapture(event.pointerId);
      inset.classList.add("held");
      const isSize = event.target !== inset;
      const frame = inset.parentElement.getBoundingClientRect();
      const group = studio.group();
      const move = (moved) => {
        const [dx, dy] = [(moved.clientX - event.clientX) / frame.width, (moved.clientY - event.clientY) / frame.height];
        const [x, y, width, height] = place;
        const scale = Math.min(Math.max((width + dx) / width, 0.05 / width), (1 - x) / width, (1 - y) / height);
        const next = isSize ? [x, y, width * scale, height * scale]
          : [Math.min(Math.max(0, x + dx), 1 - width), Math.min(Math.max(0, y + dy), 1 - height), width, height];
        this.#placeInset(next);
        this.#moveInset(next, isSize ? scale : null, group);
      };
      inset.addEventListener("pointermove", move);
      inset.addEventListener("lostpointercapture", () => {
        inset.classList.remove("held");
        inset.removeEventListener("pointermove", move);
        this.#showInset();
      }, { once: true });
      this.#insetSize = Number(parameters(studio.shown()).size ?? 0.25);
    });
    inset.addEventListener("keydown", (event) => {
      const place = this.#insetPlace();
      const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
      const scale = { "+": 1.05, "=": 1.05, "-": 1 / 1.05 }[event.key];
      if (!place || !(dx || dy || scale) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) this.#insetGroup = this.#studio.group();
      const [x, y, width, height] = place;
      const step = event.shiftKey ? 0.05 : 0.01;
      const inside = (start, length) => Math.min(Math.max(0, start), 1 - length);
      this.#insetSize = Number(parameters(this.#studio.shown()).size ?? 0.25);
      this.#moveInset([inside(x + dx * step, width), inside(y + dy * step, height), width, height], scale ?? null, this.#insetGroup);
    });
  }
  #insetGroup = "";

  #moveInset(place, scale, group) {
    const studio = this.#studio;
    const show = this.#withInset(studio.shown(), place, scale);
    const shot = studio.cut.switches[studio.shot() - 1];
    studio.edit({ group, ...(shot ? { change: { switch: shot.id, show } } : { shot: { frame: 0, show } }) });
  }
  #insetSize = 0.25;

  /** The recipe of a view with its inset elsewhere. */
  #withInset(view, [x, y, width, height], scale) {
    const values = parameters(view);
    for (const place of ["", "corner"]) delete values[place];
    values.x = (x + width / 2).toFixed(4);
    values.y = (y + height / 2).toFixed(4);
    if (scale) values.size = Math.min(1, Math.max(0.05, this.#insetSize * scale)).toFixed(4);
    return recipe("pip", values);
  }

  // MARK: rendering

  #isRendering = false;

  #openRender() {
    for (const id of ["rendered", "copy-path"]) $(id).hidden = true;
    this.#showError("");
    this.showTarget();
    if (!$("render-dialog").open) $("render-dialog").showModal();
  }

  /** What the film will be, and where. */
  showTarget() {
    const { film, cut, spans } = this.#studio;
    if (!film || !cut) return;
    const { delivery = "", lines = "", ownLines, text } = cut.target;
    $("file-path").textContent = `${film.folder}/${$("file-name").value.trim()}`;
    const sizes = [2160, 1440, 1080, 720, 540].filter((one) => one < ownLines || delivery && one <= Math.max(ownLines, 1080));
    if (`${delivery} ${sizes}` !== $("size").dataset.sizes) {
      $("size").dataset.sizes = `${delivery} ${sizes}`;
      $("size").replaceChildren(new Option(delivery ? "usual for it" : "as recorded", ""), ...sizes.map((one) => new Option(`${one}p`, one)));
    }
    [$("delivery").value, $("size").value] = [delivery, lines];
    const megabytes = spans ? spans.estimatedBytes / 1e6 : null;
    const bytes = megabytes === null ? "" : `, about ${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
    const copied = spans ? `, ${(spans.copiedShare * 100).toFixed(0)} % copied` : "";
    $("file-size").textContent = `${text}${bytes}${copied}. It is made from the cuts as they are now; editing can go on meanwhile.`;
  }

  /** The film is planned for a delivery, and seen in its shape. */
  #deliver() {
    const [name, lines] = [$("delivery").value, $("size").value];
    $("file-size").textContent = "Planning …";
    for (const id of ["start", "delivery", "size"]) $(id).disabled = true;
    this.#studio.request("deliver", { ...(name ? { name } : {}), ...(lines ? { lines: Number(lines) } : {}) }, (line) => {
      for (const id of ["start", "delivery", "size"]) $(id).disabled = false;
      this.#showError(line.event === "error" ? line.message : "");
      this.showTarget();
    });
  }

  #startRender() {
    for (const id of ["rendered", "copy-path"]) $(id).hidden = true;
    this.#showError("");
    $("eta").textContent = "starting …";
    const output = $("file-name").value.trim();
    this.#renderID = this.#studio.request("render", { output, overwrite: $("replace").checked });
  }
  #renderID = 0;

  renders(line) {
    if (line.event === "start") this.#show({ isRendering: true, work: 0 });
    if (line.event === "progress") {
      this.#show({ isRendering: true, work: line.work });
      $("eta").textContent = line.eta ? `about ${Math.ceil(line.eta)} s more` : "";
    }
    if (line.event === "done") {
      const megabytes = (line.bytes / 1e6).toFixed(1);
      const name = line.output.split("/").pop();
      this.#studio.say(`Made ${name}: ${megabytes} MB, ${Math.round(line.copiedShare * 100)} % copied`);
      $("eta").textContent = "";
      $("rendered").hidden = false;
      const path = `${this.#studio.film.folder}/${name}`;
      $("rendered").textContent = `${name} is ready, ${megabytes} MB: ${path}`;
      $("copy-path").hidden = false;
      $("copy-path").onclick = () => navigator.clipboard.writeText(path)
        .then(() => { $("copy-path").textContent = "Copied"; });
    }
    if (line.event === "canceled") this.#studio.say(canceled);
    if (line.event === "rendered") this.#show({ isRendering: false });
  }

  /** @returns whether an error is about rendering. */
  fails(line) {
    if (line.kind === "interrupted" && this.#isRendering) {
      this.#studio.say(canceled);
      return true;
    }
    if (line.id !== this.#renderID && !(line.id === undefined && this.#isRendering)) return false;
    if ($("render-dialog").open) this.#showError(line.message);
    else this.#studio.alert(line.message);
    return true;
  }

  #showError(message) {
    if (message) $("render-error").role = "alert";
    else $("render-error").removeAttribute("role");
    $("render-error").textContent = message;
  }

  #show({ isRendering, work = 0 }) {
    this.#isRendering = isRendering;
    $("progress").hidden = !isRendering;
    $("start").hidden = isRendering;
    $("cancel").hidden = !isRendering;
    const bar = $("progress").querySelector("[role=progressbar]");
    bar.ariaValueNow = Math.round(work * 100);
    bar.querySelector("i").style.width = `${work * 100}%`;
    $("render").textContent = isRendering ? `Make film ${Math.round(work * 100)} %` : "Make film";
    $("render").ariaLabel = "Make film";
  }

  help() { if (!$("help-dialog").open) $("help-dialog").showModal(); }
}

function picture() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [0, 0];
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

function draw(canvas, bitmap, x, y, width, height) {
  const scale = Math.min(1, 240 / width);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  canvas.getContext("2d").drawImage(bitmap, x, y, width, height, 0, 0, w, h);
}

/** Pictures to choose from: arrows only look, Enter or a click chooses (ARIA's listbox). */
class Listbox {
  items = [];
  #list;
  #choose;
  #look;
  #point;
  #active = 0;
  #selected = "";

  /** `point` is told which item is pointed at, or none. */
  constructor(list, choose, look, point = () => {}) {
    [this.#list, this.#choose, this.#look, this.#point] = [list, choose, look, point];
    list.addEventListener("pointerleave", () => point(null));
    list.addEventListener("keydown", (event) => this.#press(event));
    list.addEventListener("focus", () => this.#show());
    list.addEventListener("blur", () => { if (window.studio.cut) window.studio.player.look(); });
  }

  fill(entries) {
    this.items = entries.map(({ name, summary }, index) => {
      const option = document.createElement("div");
      option.role = "option";
      option.id = `${this.#list.id}-${index}`;
      option.ariaLabel = label(name);
      option.title = summary ?? label(name);
      const canvas = picture();
      const words = document.createElement("span");
      words.textContent = label(name);
      option.append(canvas, words);
      option.onclick = () => this.#take(index);
      option.onpointerenter = () => this.#point(this.items[index]);
      return { name, option, canvas };
    });
    this.#list.replaceChildren(...this.items.map((item) => item.option));
  }

  /** Selects an option by its name; a recipe with other parameters is its view's. */
  select(name) {
    const index = this.items.findIndex((item) => isSameView(item.name, name));
    const isOther = name !== this.#selected;
    this.#selected = name;
    this.items.forEach((item, place) => { item.option.ariaSelected = String(place === index); });
    if (index >= 0 && (isOther || document.activeElement !== this.#list)) this.#active = index;
    this.#show();
  }

  #show() {
    this.items.forEach((item, index) => item.option.classList.toggle("active", index === this.#active));
    const active = this.items[this.#active];
    if (active) this.#list.setAttribute("aria-activedescendant", active.option.id);
  }

  #take(index) {
    this.#active = index;
    this.#show();
    this.#choose(this.items[index].name);
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.items.length - 1;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") this.#take(this.#active);
    else if (event.key === "Escape") this.#list.blur();
    else if (step || event.key === "Home" || event.key === "End" || /^[a-z]$/i.test(event.key)) {
      const isAfter = (index) => this.items[index % this.items.length].name.startsWith(event.key.toLowerCase());
      if (step) this.#active = Math.min(Math.max(0, this.#active + step), last);
      else if (event.key === "Home") this.#active = 0;
      else if (event.key === "End") this.#active = last;
      else {
        const order = this.items.map((_, index) => (this.#active + 1 + index) % this.items.length);
        const found = order.find(isAfter);
        if (found === undefined) return;
        this.#active = found;
      }
      this.#show();
      this.items[this.#active].option.scrollIntoView({ block: "nearest" });
      this.#look(this.items[this.#active].name);
    } else return;
    event.preventDefault();
  }
}
