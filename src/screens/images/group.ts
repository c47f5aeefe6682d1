/** The heading of these screens in the list of all. */
export const GROUP = 'Block storage';
