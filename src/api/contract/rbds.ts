import { type Static, Type } from 'typebox';
import { body, changes, operation, shape } from '../operation.ts';
import { name, names, page, paging, Task, thisWillDeleteData } from './shapes.ts';

const erasureCodedPool = Type.String({
  description: 'erasure-coded pool that holds the data; the main pool then holds only metadata',
  ...names('erasurePool'),
});
const features = Type.Array(Type.String(names('feature')), { description: 'RBD features' });

/** A block image (interface, "RBD image"). */
export const RbdImage = shape({
  name: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  features,
  snaps: Type.Array(shape({ id: Type.Integer(), name: Type.String() }), { description: 'snapshots' }),
  parent: shape(
    { pool: Type.String(), image: Type.String(), snapshot: Type.String() },
    'snapshot that the image was cloned from',
  ),
  erasureCodedPool,
});
export type RbdImage = Static<typeof RbdImage>;

const inPool = { pool: name('name of the pool', 'pool') };
const ofImage = { ...inPool, rbd: name('name of the image', 'image') };
const ofSnapshot = { ...ofImage, snap: name('name of the snapshot', 'snapshot') };
const image = Type.Object(ofImage);
const snapshot = Type.Object(ofSnapshot);
const newSnapshot = Type.Object({ ...ofImage, snap: name('name of the new snapshot') });
const size = Type.Integer({ minimum: 0, description: 'bytes' });

/** The section "rbds": block images and their snapshots. */
export const rbds = {
  listImages: operation({
    method: 'GET',
    path: '/pools/{pool}/rbds',
    summary: 'Block images of a pool',
    tier: 'read',
    params: Type.Object(inPool),
    query: Type.Object(paging),
    reply: page(RbdImage),
  }),
  createImage: operation({
    method: 'POST',
    path: '/pools/{pool}/rbds',
    summary: 'Create a block image',
    tier: 'reversible',
    params: Type.Object(inPool),
    body: body({
      name: name('name of the new image'),
      size,
      features: Type.Optional(features),
      snaps: Type.Optional(
        Type.Array(body({ id: Type.Optional(Type.Integer()), name: Type.String() }), {
          description: 'snapshots',
        }),
      ),
      parent: Type.Optional(
        body(
          {
            pool: Type.String({ description: 'pool of the image that is cloned', ...names('pool') }),
            image: Type.String({ description: 'image that is cloned', ...names('image') }),
            snapshot: Type.String({ description: 'snapshot of it', ...names('snapshot') }),
          },
          'snapshot to clone',
        ),
      ),
      erasureCodedPool: Type.Optional(erasureCodedPool),
    }),
  }),
  getImage: operation({
    method: 'GET',
    path: '/pools/{pool}/rbds/{rbd}',
    summary: 'A block image',
    tier: 'read',
    params: image,
    reply: RbdImage,
  }),
  deleteImage: operation({
    method: 'DELETE',
    path: '/pools/{pool}/rbds/{rbd}',
    summary: 'Delete a block image and all data in it',
    tier: 'destructive',
    params: image,
    body: body({
      pool: Type.Optional(Type.String({ description: 'name of the pool, repeated', ...names('pool') })),
      rbd: Type.Optional(Type.String({ description: 'name of the image, repeated', ...names('image') })),
      thisWillDeleteData,
    }),
    reply: Task,
  }),
  updateImage: operation({
    method: 'PATCH',
    path: '/pools/{pool}/rbds/{rbd}',
    summary: 'Rename or resize a block image, or change its features',
    tier: 'disruptive',
    params: image,
    body: changes({
      name: name('new name'),
      size: Type.Integer({ minimum: 0, description: 'bytes; a smaller size loses the data at the end' }),
      features,
    }),
  }),
  createSnapshot: operation({
    method: 'PUT',
    path: '/pools/{pool}/rbds/{rbd}/{snap}',
    summary: 'Take a snapshot of a block image',
    tier: 'reversible',
    params: newSnapshot,
  }),
  deleteSnapshot: operation({
    method: 'DELETE',
    path: '/pools/{pool}/rbds/{rbd}/{snap}',
    summary: 'Delete a snapshot of a block image',
    tier: 'destructive',
    params: snapshot,
  }),
  updateSnapshot: operation({
    method: 'PATCH',
    path: '/pools/{pool}/rbds/{rbd}/{snap}',
    summary: 'Rename a snapshot, or protect it from deletion',
    tier: 'reversible',
    params: snapshot,
    body: changes({
      name: name('new name'),
      protect: Type.Boolean({ description: 'a protected snapshot can be cloned and not deleted' }),
    }),
  }),
  cloneSnapshot: operation({
    method: 'POST',
    path: '/pools/{pool}/rbds/{rbd}/{snap}/clone',
    summary: 'Create a block image from a snapshot',
    tier: 'reversible',
    params: snapshot,
    body: body({ pool: name('pool of the new image', 'pool'), name: name('name of the new image') }),
  }),
  flattenImage: operation({
    method: 'POST',
    path: '/pools/{pool}/rbds/{rbd}/flatten',
    summary: 'Copy the data of the parent into a cloned image, so that it no longer needs the parent',
    tier: 'disruptive',
    params: image,
    // The interface has no reply here. This service replies with the task that it starts.
    reply: Task,
  }),
} as const;
