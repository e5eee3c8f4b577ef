import { AppError, errors } from '#kernel/errors.ts'

/**
 * What `work` comes to, or SYS-503 after so many milliseconds, when it is abandoned. In the place of Fastify's handlerTimeout for calls
 * that answer at once: that one makes an abort signal of each call, and an error with a stack when it is over.
 */
export function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError(errors.unavailable)), ms)
    const over = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    work.then(
      (value) => over(() => resolve(value)),
      (error: unknown) => over(() => reject(error)),
    )
  })
}
