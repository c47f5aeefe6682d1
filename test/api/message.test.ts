import { describe, expect, it } from 'vitest';
import { oneLine, rejectionMessage } from '../../src/api/message.ts';

describe('rejectionMessage', () => {
  it.each<[string, string]>([
    ['{"message":"pool rbd exists"}', 'pool rbd exists'],
    ['{"error":{"message":"no such OSD"}}', 'no such OSD'],
    ['{"message":null,"error":"bad"}', 'bad'],
    ['{"errors":[{"detail":"first"},{"detail":"second"}]}', 'first'],
    ['"just text"', 'just text'],
    ['{"code":17,"name":"EEXIST"}', '{"code":17,"name":"EEXIST"}'],
    ['plain words\n of a proxy ', 'plain words of a proxy'],
    ['<html><head><title>502 Bad &amp; Gateway</title></head><body>x</body></html>', '502 Bad & Gateway'],
    ['\n  <html><title>Not here</title></html>\n', 'Not here'],
    ['<!DOCTYPE html><style>p{}</style><p>Down for <b>maintenance</b></p>', 'Down for maintenance'],
  ])('rejectionMessage finds in %s the message: %s', (body, words) => {
    expect(rejectionMessage(500, body)).toBe(words);
  });

  it.each(['', '  ', '{}', 'null', '[]', '<html></html>'])(
    'rejectionMessage gives a message of its own if %j has none',
    (body) => {
      expect(rejectionMessage(401, body)).toContain('token');
      expect(rejectionMessage(599, body)).toContain('599');
    },
  );

  it('rejectionMessage names the target of a redirect', () => {
    expect(rejectionMessage(302, '<html>', 'https://other/login')).toContain('https://other/login');
  });

  it('rejectionMessage escapes control characters and cuts long texts', () => {
    expect(rejectionMessage(500, '{"message":"a\\u001b[31mb\\u202e"}')).not.toMatch(/[\u001b\u202e]/);
    expect(rejectionMessage(500, 'x'.repeat(5000))).toHaveLength(300);
  });

  it('rejectionMessage reads hostile pages in linear time', () => {
    for (const piece of ['<', '<title', '<script', '<script><', '&'])
      expect(rejectionMessage(500, `<${piece.repeat(60_000)}`).length).toBeLessThanOrEqual(300);
  });
});

describe('oneLine', () => {
  it('oneLine collapses white space', () => {
    expect(oneLine(' a\r\n\t b ')).toBe('a b');
  });
});
