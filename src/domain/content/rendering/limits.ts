/** Characters of one template. */
export const SOURCE_CHARACTERS = 1_000_000;

/** Characters of what one render may give. */
export const HTML_CHARACTERS = 2_000_000;
export const TEXT_CHARACTERS = 2_000_000;
export const SUBJECT_CHARACTERS = 1_000;

/** After this the engine gives up by itself, between two tags. */
export const RENDER_MS = 300;

/** What LiquidJS counts of arrays and strings that filters and ranges make: about one per entry or character. */
export const MEMORY_UNITS = 8_000_000;

/** After this the worker is killed, whatever it does: a filter over a large range does not look at the clock. */
export const KILL_MS = 500;

/** Heap of one worker. */
export const HEAP_MB = 96;
