export { defineNotification, type NotificationParam } from './kind.ts'
export { notificationsModule } from './module.ts'
export { notify, settle } from './notify.ts'
