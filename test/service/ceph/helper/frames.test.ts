import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, type Frame } from '../../../../src/service/ceph/helper/frames.ts';

const message = fc.record({
  text: fc.string(),
  payload: fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined }),
});

test('messages and their bytes arrive as they were sent, wherever the pipe cuts them', () => {
  fc.assert(
    fc.property(
      fc.array(message),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      (sent, sizes) => {
        const stream = Buffer.concat(
          sent.flatMap(({ text, payload }) => [
            Buffer.from(`${JSON.stringify({ text, ...(payload && { bytes: payload.length }) })}\n`),
            payload ?? Buffer.alloc(0),
          ]),
        );
        const got: [unknown, Buffer | undefined][] = [];
        const reader = new FrameReader(({ text }: Frame, payload) => got.push([text, payload]));
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = sizes[turn % sizes.length]!;
          reader.push(stream.subarray(at, at + size));
          at += size;
        }
        expect(got).toEqual(sent.map(({ text, payload }) => [text, payload && Buffer.from(payload)]));
      },
    ),
  );
});

test('text that is not JSON is not taken for a message', () => {
  const reader = new FrameReader(() => undefined);
  expect(() => reader.push(Buffer.from('Segmentation fault\n'))).toThrow(SyntaxError);
});
