import { expect, test } from 'vitest';
import { fakeAccess } from '../access/fakeAccess.ts';
import { cluster, LONG_MS, prefixes } from './removalSetup.ts';

test.each(['purge', 'destroy'] as const)(
  'an OSD in a pod is not stopped and its disk is not wiped by this service, and the task of a %s names the commands for Kubernetes',
  async (end) => {
    const { access, lines } = fakeAccess({ node3: {} });
    const { answer, clock, commands, tree, tasks, begin, safe } = cluster(access);
    const metadata = { id: 2, hostname: 'node3', osd_data: '/var/lib/ceph/osd/ceph-2', devices: 'sdb' };
    answer('osd metadata', { json: [{ ...metadata, pod_name: 'rook-ceph-osd-2-7', pod_namespace: 'rook' }] });
    safe();
    const id = await begin(end);
    await clock.advance(1000);
    tree({ reweight: 0 });
    await clock.advance(LONG_MS);
    const scale = 'kubectl -n rook scale deployment rook-ceph-operator rook-ceph-osd-2 --replicas=0';
    expect((await tasks.get(id)).output).toContain(scale);
    tree({ status: 'down', reweight: 0 });
    await clock.advance(LONG_MS);
    expect(prefixes(commands)).toEqual(['osd out', `osd ${end}-actual`]);
    const { state, output } = await tasks.get(id);
    expect(state).toBe('FINISHED');
    expect(output).toContain('kubectl -n rook delete deployment rook-ceph-osd-2');
    expect(output).not.toContain('systemctl');
    expect(lines).toEqual([]);
  },
);
