import type { LiveTopic } from '#kernel/live.ts'

/** What somebody may do, enter or see in the menu has changed. */
export const rightsTopic: LiveTopic = { name: 'iam.rights', rights: true }
