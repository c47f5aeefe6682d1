/** A partition for the database of an OSD. */
export interface DatabasePartition {
  readonly number: number;
  readonly path: string;
  /** It has contents, or could not be read. */
  readonly used: boolean;
}

/** A whole disk of a server, as the helper there (helper_disks.py) or the cluster's orchestrator reports it. */
export interface HostDisk {
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly model: string;
  readonly serial: string;
  readonly wwn: string;
  readonly rotates: boolean;
  readonly readOnly: boolean;
  readonly removable: boolean;
  /** The contents of the disk, such as `LVM2_member`; empty for an empty disk. */
  readonly holds: readonly string[];
  /** Its partitions, if all of them are for databases of OSDs: it is a journal disk then. Only the helper reports them. */
  readonly databases?: readonly DatabasePartition[] | undefined;
  /** The reason why the orchestrator does not create an OSD on it. */
  readonly refused?: string | undefined;
  readonly smart: { readonly status: string; readonly details: string } | null;
}
