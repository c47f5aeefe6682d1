import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { helperTexts } from '../../../../src/service/ceph/helper/texts.ts';

/** The images of Ceph 16 and 17 have Python 3.6. Newer ones cannot check that syntax, but that of 3.7. */
const CHECK = `
import ast, json, sys
for name, text in json.load(sys.stdin).items():
    ast.parse(text, name, feature_version=(3, 7))
    assert "capture_output" not in text, name
`;

test("the helper's modules have only syntax of the Python in the images of old releases of Ceph", async () => {
  const checking = promisify(execFile)('/usr/bin/python3', ['-I', '-c', CHECK]);
  checking.child.stdin?.end(JSON.stringify(helperTexts()));
  expect((await checking).stderr).toBe('');
});
