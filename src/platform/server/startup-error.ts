/** Something that keeps the process from starting and that the operator can mend. Its message is the one clear line to print before exit code 1. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
  }
}
