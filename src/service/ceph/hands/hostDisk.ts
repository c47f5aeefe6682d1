/** A whole disk of a server, as the helper there (helper_disks.py) or the cluster's orchestrator finds it. */
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
  /** Everything on it, in words; empty for one that carries nothing. */
  readonly holds: readonly string[];
  /** The reason why whoever manages it there makes no OSD of it. */
  readonly refused?: string | undefined;
  readonly smart: { readonly status: string; readonly details: string } | null;
}
