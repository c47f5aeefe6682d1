import { ensureBuilt } from '../../scripts/lib/freshBuild.mjs';

/** Before tests that run the whole program: builds it where the sources are newer. */
export const setup = ensureBuilt;
