import fastify, { type FastifyError } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '../../../src/service/engine.ts';
import { answerError } from '../../../src/service/http/errorAnswers.ts';

/** The answer to a request during which the error is thrown, and what was logged. */
async function answerTo(error: unknown) {
  const logged: string[] = [];
  const app = fastify({ bodyLimit: 10 });
  onTestFinished(() => app.close());
  app.setErrorHandler((thrown: FastifyError | Refusal, _request, reply) =>
    answerError(thrown, reply, (message) => logged.push(message)),
  );
  app.post('/', () => {
    throw error;
  });
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/' });
  return { statusCode, type: headers['content-type'], body: JSON.parse(body) as unknown, logged };
}

const coded = (code: string, statusCode: number) =>
  Object.assign(new Error('its own words'), { code, statusCode });

test.each([
  [new Refusal(409, 'not now'), 409, 'not now'],
  [coded('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 415, 'the body must be sent as application/json'],
  [coded('FST_ERR_BAD_URL', 400), 400, 'the URL is malformed: write percent signs as %25'],
  [
    coded('FST_ERR_MAX_PARAM_LENGTH', 414),
    414,
    expect.stringMatching(/^a name in the URL is longer than \d+/),
  ],
  [coded('FST_ERR_CTP_BODY_TOO_LARGE', 413), 413, 'the body is larger than 10 bytes'],
  [coded('FST_ERR_ANOTHER', 499), 499, 'its own words'],
])(
  'an error of the client is answered with its status and a message, and not logged: %s',
  async (error, status, message) => {
    expect(await answerTo(error)).toEqual({
      statusCode: status,
      type: 'application/json; charset=utf-8',
      body: { message },
      logged: [],
    });
  },
);

test.each([
  ['an error of unknown status', new Error('the secret')],
  ['an error of the server', coded('FST_ERR_ANOTHER', 500)],
  ['a refusal with a status of the server', new Refusal(503, 'no room')],
])('%s is logged with its stack, and answered without its words', async (_, error) => {
  const { statusCode, body, logged } = await answerTo(error);
  expect({ statusCode, body }).toEqual({
    statusCode: 500,
    body: { message: 'the service failed; its log says why' },
  });
  expect(logged).toEqual([error.stack]);
});

test('an error without a stack is logged with its message', async () => {
  const error = new Error('only words');
  delete error.stack;
  expect((await answerTo(error)).logged).toEqual(['only words']);
});
