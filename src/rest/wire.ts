/** created_at ← createdAt. The names of GraphQL and of the wire differ in nothing else. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
