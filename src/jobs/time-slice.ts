/** How long one job keeps a worker before others have their turn. */
const SLICE_MS = 1_000;

/** Goes on step by step until there is no more to do or the turn is over. Gives where to go on, if there is more. */
export async function forTimeSlice<Place>(
  from: Place,
  step: (place: Place) => Promise<Place | undefined>,
): Promise<Place | undefined> {
  const end = Date.now() + SLICE_MS;
  let place: Place | undefined = from;
  do place = await step(place);
  while (place && Date.now() < end);
  return place;
}
