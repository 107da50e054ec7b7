/** Sent once by a worker thread that has warmed up. */
export const READY = 'ready';
