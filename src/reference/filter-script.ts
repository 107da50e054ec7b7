/** The only script of the reference. It hides the entries of the index that do not contain all words of the filter. */
export const SCRIPT = `'use strict';
const field = document.getElementById('filter');
const place = document.getElementById('filtering');
const status = document.getElementById('found');
const entries = [...document.querySelectorAll('[data-entry]')];
const groups = [...document.querySelectorAll('[data-group]')];
const texts = entries.map((entry) => entry.textContent.toLowerCase());
const filter = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  entries.forEach((entry, index) => {
    entry.hidden = !words.every((word) => texts[index].includes(word));
    if (!entry.hidden) found += 1;
  });
  for (const group of groups) group.hidden = !group.querySelector('[data-entry]:not([hidden])');
  status.textContent = words.length === 0 ? '' : found === 1 ? '1 entry' : found === 0 ? 'No results' : found + ' entries';
};
field.addEventListener('input', filter);
place.hidden = false;
filter();
`;
