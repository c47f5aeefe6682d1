"""Block images through librbd: the part of the helper for calls named `images.…`.

Every public method of Images is a call with the arguments of the request. Long work is a job: `start` returns its name,
`job` its progress and finally its outcome, and `cancel` stops it if librbd can.
"""

import concurrent.futures
import contextlib
import errno
import secrets

import rbd

JOBS_AT_ONCE = 4
# Jobs that are short in a healthy cluster. They have threads of their own, so that they do not wait for long ones.
CREATION = ("create", "clone")


class Job:
    def __init__(self):
        self.done, self.total = 0, 0
        self.cancelled = False
        self.outcome = None

    def progress(self, done, total):
        """Progress callback of librbd, which stops when the callback returns an error."""
        self.done, self.total = done, total
        return -errno.ECANCELED if self.cancelled else 0


class Images:
    def __init__(self, cluster):
        self._cluster = cluster
        self._rbd = rbd.RBD()
        self._jobs = {}
        self._workers = concurrent.futures.ThreadPoolExecutor(JOBS_AT_ONCE)
        self._creation_workers = concurrent.futures.ThreadPoolExecutor(JOBS_AT_ONCE)

    def call(self, name, arguments):
        return getattr(self, name)(**arguments)

    def end(self):
        """Does nothing: the lock and the watch of an image that is still open expire by themselves."""

    def _pool(self, name):
        connection = self._cluster.get()
        # librados may have missed many maps since the last call, and would fetch them slowly (connectionSettings.ts).
        connection.wait_for_latest_osdmap()
        return connection.open_ioctx(name)

    @contextlib.contextmanager
    def _image(self, pool, image, read_only=False):
        # An image that is opened read-only gets no watcher, which others would count as a client.
        with self._pool(pool) as ioctx, rbd.Image(ioctx, image, read_only=read_only) as opened:
            yield opened

    # ---- reading

    def id(self, pool, image):
        """Returns the unique id of an image, even while it is being removed; null if there is no such image."""
        with self._pool(pool) as ioctx:
            return next((found["id"] for found in self._rbd.list2(ioctx) if found["name"] == image), None)

    def names(self, pool):
        """Returns the names of all images in a pool, in byte order."""
        with self._pool(pool) as ioctx:
            return sorted(self._rbd.list(ioctx), key=str.encode)

    def describe(self, pool, images):
        """Describes images; null for one that cannot be opened, because it is being removed or does not exist."""
        with self._pool(pool) as ioctx:
            return [self._describe(ioctx, image) for image in images]

    def _describe(self, ioctx, name):
        try:
            with rbd.Image(ioctx, name, read_only=True) as image:
                data_pool = image.data_pool_id()
                own = data_pool in (-1, ioctx.get_pool_id())
                return {
                    "name": name,
                    "size": image.size(),
                    "features": image.features(),
                    "snaps": self._snapshots(image),
                    "parent": self._parent(image),
                    "dataPool": None if own else self._cluster.get().pool_reverse_lookup(data_pool),
                }
        except rbd.ImageNotFound:
            return None

    def _snapshots(self, image):
        return [
            {"id": snap["id"], "name": snap["name"], "protected": image.is_protected_snap(snap["name"])}
            for snap in image.list_snaps()
            if snap["namespace"] == rbd.RBD_SNAP_NAMESPACE_TYPE_USER
        ]

    def _parent(self, image):
        try:
            parent = image.get_parent_image_spec()
        except rbd.ImageNotFound:
            return None
        return {"pool": parent["pool_name"], "image": parent["image_name"], "snapshot": parent["snap_name"]}

    def users(self, pool, image):
        """Returns the snapshots, clones and clients of an image, which prevent its removal."""
        try:
            with self._image(pool, image, read_only=True) as opened:
                return {
                    "snapshots": [snap["name"] for snap in opened.list_snaps()],
                    "children": [f"{child['pool']}/{child['image']}" for child in opened.list_children2()],
                    "clients": [watcher["addr"] for watcher in opened.watchers_list()],
                }
        except rbd.ImageNotFound:
            return None

    # ---- changing

    def rename(self, pool, image, name):
        with self._pool(pool) as ioctx:
            self._rbd.rename(ioctx, image, name)

    def set_features(self, pool, image, features, enabled):
        with self._image(pool, image) as opened:
            opened.update_features(features, enabled)

    def create_snapshot(self, pool, image, snapshot):
        with self._image(pool, image) as opened:
            opened.create_snap(snapshot)

    def remove_snapshot(self, pool, image, snapshot):
        with self._image(pool, image) as opened:
            opened.remove_snap(snapshot)

    def rename_snapshot(self, pool, image, snapshot, name):
        with self._image(pool, image) as opened:
            opened.rename_snap(snapshot, name)

    def protect_snapshot(self, pool, image, snapshot, protect):
        with self._image(pool, image) as opened:
            (opened.protect_snap if protect else opened.unprotect_snap)(snapshot)

    # ---- jobs

    def start(self, work, **arguments):
        """Starts `remove`, `flatten`, `resize`, `create` or `clone`. Returns the name of the job."""
        run = {
            "remove": self._remove,
            "flatten": self._flatten,
            "resize": self._resize,
            "create": self._create,
            "clone": self._clone,
        }[work]
        name, job = secrets.token_hex(8), Job()
        self._jobs[name] = job
        workers = self._creation_workers if work in CREATION else self._workers
        job.outcome = workers.submit(self._run, job, run, arguments)
        return name

    @staticmethod
    def _run(job, run, arguments):
        if job.cancelled:
            raise OSError(errno.ECANCELED, "cancelled before it started")
        run(job, **arguments)

    def job(self, job):
        """Returns the progress of a job; raises its exception if it failed. An ended job can be read only once."""
        found = self._jobs.get(job)
        if found is None:
            raise OSError(errno.ESRCH, "the work was interrupted, because the helper process was restarted")
        ended = found.outcome.done()
        if ended:
            del self._jobs[job]
            found.outcome.result()
        return {"ended": ended, "done": found.done, "total": found.total}

    def cancel(self, job):
        if job in self._jobs:
            self._jobs[job].cancelled = True

    def _create(self, _job, pool, image, size, features=None, dataPool=None):
        with self._pool(pool) as ioctx:
            self._rbd.create(ioctx, image, size, old_format=False, features=features, data_pool=dataPool)

    def _clone(self, _job, pool, image, parent, features=None, dataPool=None):
        with self._pool(parent["pool"]) as source, self._pool(pool) as ioctx:
            self._rbd.clone(
                source, parent["image"], parent["snapshot"], ioctx, image, features=features, data_pool=dataPool
            )

    def _remove(self, job, pool, image):
        with self._pool(pool) as ioctx:
            self._rbd.remove(ioctx, image, on_progress=job.progress)

    def _flatten(self, job, pool, image):
        with self._image(pool, image) as opened:
            opened.flatten(on_progress=job.progress)

    def _resize(self, job, pool, image, size):
        with self._image(pool, image) as opened:
            opened.resize(size)


Part = Images
