import type { FileInfo } from '#kernel/files.ts'

/** What a form with a FileInput named `attachments` sends: the uploaded files by their ids. */
export const filesSent = ({ attachments, ...values }: Record<string, unknown>) => ({
  ...values,
  attachments: ((attachments ?? []) as FileInfo[]).map(({ uuid }) => uuid),
})
