import type { z } from 'zod'
import type { Text } from '#kernel/language.ts'
import type { FailureContext, JobContext, JobDefinition, JobHandler } from '../module.ts'

/**
 * Declares a kind of job. `retries` default 5 (after 2 s, 4 s, 8 s … at most an hour), `timeoutSeconds` default 60, at most 12 hours;
 * what may take longer than a minute shares other workers than what is short. With a `lane` it has workers of its own.
 */
export function defineJob<I extends z.ZodType>(declaration: {
  name: string
  title: Text
  input: I
  retries?: number
  timeoutSeconds?: number
  lane?: JobDefinition['lane']
}): JobDefinition<I> {
  return { retries: 5, timeoutSeconds: 60, ...declaration }
}

/**
 * Ties a job to its handler. A job is delivered at least once: after a crash it runs again, so its effect must bear repetition
 * (a business key, a conditional UPDATE). What the handler throws makes the try fail.
 * `onFailed` is called once after the last try failed (also when its process ended each time) and when the job was cancelled; `error` is the
 * last one as text, '' when there was none. The job may still be given its tries again afterwards.
 */
export function handleJob<I extends z.ZodType>(
  definition: JobDefinition<I>,
  run: (input: z.output<I>, ctx: JobContext) => Promise<void>,
  { onFailed }: { onFailed?: (input: z.output<I>, ctx: FailureContext, error: string) => Promise<void> } = {},
): JobHandler {
  return {
    definition,
    run: async (input, ctx) => run(definition.input.parse(input), ctx),
    ...(onFailed ? { onFailed: async (input, ctx, error) => onFailed(definition.input.parse(input), ctx, error) } : {}),
  }
}
