/** Heading of the object storage screens in the list of all screens. */
export const GROUP = 'Object storage';
