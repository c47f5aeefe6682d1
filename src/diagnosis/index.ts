/** The room that says what is to blame: pure rules over what any service of the interface tells. */
export { diagnose, inventoryOf } from './diagnose.ts';
