import { Refusal } from '../engine.ts';

/** What Ceph's own tools take as the name of a pool, rule or bucket; its monitors do not look (CrushWrapper::is_valid_crush_name). */
const NAME = /^[A-Za-z0-9_.-]+$/;

/** @throws Refusal 400. `noun` is what is to have the name, such as `a pool` */
export function requireCephName(noun: string, name: string): void {
  if (!NAME.test(name))
    throw new Refusal(400, `${noun} cannot be named ${JSON.stringify(name)}: use letters, digits or _ . -`);
}
