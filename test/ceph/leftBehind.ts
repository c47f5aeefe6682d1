/** The task of a management node that ended while it rebooted the server gamma. */
export const LEFT_BEHIND = {
  task: {
    id: 900,
    name: 'Reboot servers',
    object: '2 servers',
    startedBy: 'test',
    startedAt: 1,
    state: 'RUNNING',
    done: false,
    statusCode: 0,
    output: '',
  },
  node: 'gone',
  resume: {
    kind: 'reboot-servers',
    input: {
      begun: {
        host: 'gamma',
        boot: 'before',
        before: { osds: [], mons: [], election: 0, quorum: 0, mdss: [] },
        nooutHosts: ['node3'],
        ordered: true,
      },
      rest: ['delta'],
      unknown: [],
      own: [],
    },
  },
};
