import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {},
  enums: {},
  texts: {
    APPROVAL_WAITING: '{maker} waits for your decision: {kind} {code}',
    APPROVAL_APPROVED: '{checker} approved your {kind} {code}',
    APPROVAL_REJECTED: '{checker} rejected your {kind} {code}: {reason}',
    APPROVAL_EXPIRED: 'Your {kind} {code} expired before anybody decided',
    DELEGATION_GIVEN: '{principal} delegates to you from {from} to the end of {to}',
    DELEGATION_REVOKED: '{principal} has revoked the delegation to you',
    EXPORT_READY: 'The file {name} is ready to download',
    EXPORT_FAILED: 'The file {name} could not be made',
    title: 'Notifications',
    bell: 'Notifications',
    bellUnread: 'Notifications, {count} unread',
    all: 'All',
    unread: 'Unread',
    readAll: 'Mark all as read',
    markRead: 'Mark as read',
    none: 'No notifications yet',
    noneUnread: 'You have read everything',
    more: 'Show more',
    failed: 'Notifications could not be loaded',
  },
}
