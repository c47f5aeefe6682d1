import { expect, test } from 'vitest';
import { noServer } from '../../../src/service/rules/servers.ts';

test('a server that is not there is refused by its number', () => {
  expect(noServer(9)).toEqual({
    status: 404,
    message: 'there is no server 9: list the servers to see which there are',
  });
});
