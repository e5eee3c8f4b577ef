import { z } from 'zod'
import { defineQuery, SIGNED_IN } from './contract.ts'
import { Count, Text, Timestamp } from './primitives.ts'

/** What waits for the caller, of everything that they may see: each is the number of rows of a list under a filter. */
export const findTasks = defineQuery({
  path: '/pp-admin/home/v1/tasks',
  permission: SIGNED_IN,
  summary: { vi: 'Việc đang chờ mình xử lý', en: 'Tasks waiting for the caller' },
  input: {},
  output: z.array(
    z.object({
      key: z.string(),
      title: Text,
      count: Count,
      /** The earliest by which one of them must be done. */
      deadline: Timestamp.nullable(),
      /** What its list asks for, and the screen that it stands on. */
      permission: z.string(),
      /** The filter as the screen's address has it. */
      query: z.string(),
    }),
  ),
})
