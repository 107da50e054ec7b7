interface Named {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** The name of a person, as the first of their subscriptions that has one. Empty without any. */
export function fullName(subscriptions: readonly Named[]): string {
  const named = subscriptions.find(({ firstName, lastName }) => firstName || lastName);
  return [named?.firstName, named?.lastName].filter(Boolean).join(' ');
}
