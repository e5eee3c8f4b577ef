export type { NotificationParam } from '../contract/notifications.ts'
export { notificationsModule } from './module.ts'
export { type Notice, notify } from './notify.ts'
