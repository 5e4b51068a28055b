// Which part of a camera is shown where its picture has another shape than the film.
import { title as called } from "./words.js";
import { choice, field, group, row, set } from "./fields.js";

const words = { faces: "faces", center: "the middle" };
/** Of a picture with its crop, on the screen. */
const height = 90;

export class CropGroup {
  element = group("Crop");
  #studio;
  #set;
  #follow;
  #cameras;

  /** @param set sets a part of the film's finish, in a group of steps that are undone together. */
  constructor(studio, set) {
    [this.#studio, this.#set] = [studio, set];
    this.#follow = choice("Keep in view", Object.keys(words), (one) => this.#set({ cropping: { choice: one, points: this.#cropping.points } }), words);
    this.#cameras = studio.film.cameras.map(({ name }, index) => this.#camera(name, index));
    this.element.append(this.#follow.label, ...this.#cameras.map((one) => one.box));
  }

  get #cropping() {
    const { choice: follow = "faces", points = [] } = this.#studio.cut.finish.cropping ?? {};
    return { choice: follow, points };
  }

  /** `null`: as all cameras. */
  #point(name, point, group) {
    const others = this.#cropping.points.filter((one) => one.angle !== name);
    this.#set({ cropping: { choice: this.#cropping.choice, points: point ? [...others, { angle: name, point }] : others } }, group);
  }

  #camera(name, index) {
    const [box, picture] = [document.createElement("div"), document.createElement("canvas")];
    box.className = "crop";
    picture.height = height * devicePixelRatio;
    picture.ariaHidden = true;
    let drag = "";
    const sliders = [["Across", "x", "width"], ["Down", "y", "height"]].map(([word, axis, length]) => {
      const { label, control } = field("range", `${word}, ${called(name)}`, word);
      Object.assign(control, { min: 0, max: 1, step: 0.005 });
      control.onpointerdown = () => { drag = this.#studio.group(); };
      control.onkeydown = (event) => { if (!event.repeat) drag = this.#studio.group(); };
      control.oninput = () => this.#move(name, index, { [axis]: control.valueAsNumber }, drag || this.#studio.group());
      return { label, control, axis, length };
    });
    const back = document.createElement("button");
    back.textContent = `Reset crop of ${called(name)}`;
    back.onclick = () => this.#point(name, null);
    // The crop is taken by its middle, wherever it is touched.
    const pull = (event) => {
      const { left, top, width, height } = picture.getBoundingClientRect();
      this.#move(name, index, { x: (event.clientX - left) / width, y: (event.clientY - top) / height }, drag);
    };
    picture.onpointerdown = (event) => {
      drag = this.#studio.group();
      picture.setPointerCapture(event.pointerId);
      pull(event);
    };
    picture.onpointermove = (event) => { if (picture.hasPointerCapture(event.pointerId)) pull(event); };
    box.append(picture, row(...sliders.map((one) => one.label), back));
    return { name, index, box, picture, sliders, back };
  }

  /** As far as the picture reaches. */
  #move(name, index, to, group) {
    const crop = this.#crop(index);
    if (!crop) return;
    const inside = (value, length) => Math.min(Math.max(value, length / 2), 1 - length / 2);
    const middle = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2, ...to };
    const round = (value) => Math.round(value * 1000) / 1000;
    this.#point(name, { x: round(inside(middle.x, crop.width)), y: round(inside(middle.y, crop.height)) }, group);
  }

  /** That of the shot at the playhead, or else of the first one. */
  #crop(index) {
    const own = this.#studio.cut.crops.filter((one) => one.camera === index);
    return own.find(({ frames }) => frames[0] <= this.#studio.frame && this.#studio.frame < frames[1]) ?? own[0];
  }

  show() {
    this.element.hidden = !this.#studio.cut.crops.length;
    set(this.#follow.control, this.#cropping.choice);
    for (const { name, index, box, sliders, back } of this.#cameras) {
      const crop = this.#crop(index);
      box.hidden = !crop;
      if (!crop) continue;
      for (const { label, control, axis, length } of sliders) {
        label.hidden = crop[length] > 0.97;
        set(control, crop[axis] + crop[length] / 2);
      }
      back.disabled = !this.#cropping.points.some((one) => one.angle === name);
    }
    this.draw();
  }

  /** The camera's picture at the playhead, and what of it is shown. */
  draw() {
    if (this.element.hidden || !this.#studio.cut) return;
    for (const { index, picture } of this.#cameras) {
      const [crop, thumb] = [this.#crop(index), this.#studio.timeline.thumb(index, this.#studio.frame)];
      if (!crop || !thumb) continue;
      const [own, tall] = [this.#studio.film.cameras[index].thumbWidth, thumb.picture.height];
      const context = picture.getContext("2d");
      const width = Math.round((picture.height * own) / tall);
      if (picture.width !== width) picture.width = width;
      picture.style.width = `${(height * own) / tall}px`;
      context.drawImage(thumb.picture, thumb.place * own, 0, own, tall, 0, 0, width, picture.height);
      const [x, y, w, h] = [crop.x * width, crop.y * picture.height, crop.width * width, crop.height * picture.height];
      context.fillStyle = "rgb(0 0 0 / 60%)";
      context.beginPath();
      context.rect(0, 0, width, picture.height);
      context.rect(x, y, w, h);
      context.fill("evenodd");
      context.strokeStyle = "white";
      context.lineWidth = 2 * devicePixelRatio;
      context.strokeRect(x, y, w, h);
    }
  }
}
