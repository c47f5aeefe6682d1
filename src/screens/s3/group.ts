/** Heading of the object store in the list of all screens. */
export const GROUP = 'Object storage';
