/** Heading of these screens in the list of all screens. */
export const GROUP = 'Block storage';
