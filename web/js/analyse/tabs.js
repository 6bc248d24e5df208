// Panels behind tabs.
import { el } from '../dom.js';

let count = 0;

export class Tabs {
  /**
   * @param {string} label
   * @param {{name: string, text: string, content: HTMLElement}[]} panels
   * @param {() => void} onchoose Called when another panel is shown.
   */
  constructor(label, panels, onchoose) {
    this.onchoose = onchoose;
    const id = `tabs-${++count}`;
    this.panels = panels.map(({ name, text, content }) => ({
      name,
      tab: el('button', { type: 'button', role: 'tab', class: 'tab', id: `${id}-${name}-tab`, 'aria-controls': `${id}-${name}`, onclick: () => this.choose(name) }, text),
      panel: el('div', { role: 'tabpanel', class: 'tab-panel', id: `${id}-${name}`, 'aria-labelledby': `${id}-${name}-tab` }, content),
    }));
    const list = el('div', { role: 'tablist', class: 'tab-list', 'aria-label': label }, this.panels.map(({ tab }) => tab));
    // A click must not move the focus: the arrow keys still step through the game.
    list.addEventListener('mousedown', event => event.preventDefault());
    list.addEventListener('keydown', event => this.pressed(event));
    this.element = el('section', { class: 'card record', 'aria-label': label }, list, this.panels.map(({ panel }) => panel));
    this.chosen = '';
    this.choose(panels[0].name);
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = name;
    for (const { name: other, tab, panel } of this.panels) {
      tab.setAttribute('aria-selected', String(other === name));
      tab.setAttribute('tabindex', other === name ? '0' : '-1');
      panel.hidden = other !== name;
    }
    this.onchoose();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.panels.findIndex(({ name }) => name === this.chosen);
    const next = this.panels[(at + step + this.panels.length) % this.panels.length];
    this.choose(next.name);
    next.tab.focus();
  }
}
