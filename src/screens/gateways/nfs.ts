import { resource } from '../../store/cache/resource.ts';
import { gatewayServices } from './services.ts';

/** The service with an id. */
export const nfsService = (serviceId: number) => resource('getNfsService', { params: { serviceId } });

/** All NFS services of the cluster. */
export const allNfsServices = gatewayServices('NFS services', 'getNfsService', nfsService);
