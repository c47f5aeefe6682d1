import { describe, expect, test } from 'vitest';
import { clusterTests } from './sections/cluster.ts';
import { clusterFactsTests } from './sections/clusterFacts.ts';
import { configTests } from './sections/config.ts';
import { crashTests } from './sections/crashes.ts';
import { crushTests } from './sections/crush.ts';
import { crushChangeTests } from './sections/crushChanges.ts';
import { diskTests } from './sections/disks.ts';
import { fileTests } from './sections/files.ts';
import { healthMuteTests } from './sections/healthMutes.ts';
import { hookTests } from './sections/hooks.ts';
import { imageTests } from './sections/images.ts';
import { iscsiTests } from './sections/iscsi.ts';
import { logTests } from './sections/logs.ts';
import { maintenanceTests } from './sections/maintenance.ts';
import { networkTests } from './sections/networks.ts';
import { nfsTests } from './sections/nfs.ts';
import { osdGroupsTests } from './sections/osdGroups.ts';
import { poolTests } from './sections/pools.ts';
import { progressTests } from './sections/progress.ts';
import { s3BucketTests } from './sections/s3Buckets.ts';
import { s3ObjectTests } from './sections/s3Objects.ts';
import { s3UserTests } from './sections/s3Users.ts';
import { serverTests } from './sections/servers.ts';
import { setupTests } from './sections/setup.ts';
import { statsTests } from './sections/stats.ts';
import { taskTests } from './sections/tasks.ts';
import type { Site } from './site.ts';

/** Tests of one section of the interface; they leave the cluster as they found it. */
export type SectionTests = (site: () => Site) => void;

const SECTIONS: Readonly<Record<string, SectionTests>> = {
  pools: poolTests,
  cluster: clusterTests,
  servers: serverTests,
  'CRUSH map and rules': crushTests,
  'changes of the CRUSH map': crushChangeTests,
  'disks and OSDs': diskTests,
  maintenance: maintenanceTests,
  'configuration settings': configTests,
  'setup and backups': setupTests,
  statistics: statsTests,
  logs: logTests,
  tasks: taskTests,
  'block images': imageTests,
  'S3 users': s3UserTests,
  'S3 buckets': s3BucketTests,
  'S3 objects': s3ObjectTests,
  files: fileTests,
  'iSCSI gateways': iscsiTests,
  'NFS gateways': nfsTests,
  'networks and HA groups': networkTests,
  'hooks and scripts': hookTests,
  'mutes of health checks': healthMuteTests,
  'crash reports': crashTests,
  'work of the cluster itself': progressTests,
  'facts of the cluster': clusterFactsTests,
  'placement groups by OSD': osdGroupsTests,
};

/** The suite of the whole interface, the same for every engine. */
export function interfaceTests(site: () => Site): void {
  for (const [name, tests] of Object.entries(SECTIONS)) describe(name, () => tests(site));

  test('every operation was tested with success and with a refusal, or is listed as impossible', () => {
    expect(site().coverage.missing(site().traits)).toEqual([]);
  });
}
