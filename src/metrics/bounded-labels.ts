const OTHER = 'other';

/** Limits the values of a label: the first `most` are kept, all later ones are `other`. */
export function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}
