import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {},
  enums: {},
  texts: {
    title: 'Notifications',
    bell: 'Notifications',
    bellUnread: 'Notifications, {count} unread',
    all: 'All',
    unread: 'Unread',
    readAll: 'Mark all as read',
    none: 'No notifications yet',
    noneUnread: 'You’re all caught up',
    more: 'Show more',
    failed: 'Notifications could not be loaded',
  },
}
