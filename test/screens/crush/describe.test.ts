import { expect, test } from 'vitest';
import { describeNode } from '../../../src/screens/crush/describe.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { bucket, osd } from '../../store/answers/shapes.ts';

test('the description of a CRUSH node names the children that the map lacks, and shows if it is stray', () => {
  const { byId } = buildTree({
    nodes: [bucket(-1, 'ROOT', 'default', [0, 7, 8]), osd(0)],
    stray: [osd(5)],
  });
  const texts = [-1, 0, 5].map((id) => describeNode(byId.get(id)!).text);
  expect(texts).toEqual([
    [expect.stringMatching(/children that it does not define: 7, 8$/)],
    [],
    [expect.stringMatching(/^Stray/)],
  ]);
});
