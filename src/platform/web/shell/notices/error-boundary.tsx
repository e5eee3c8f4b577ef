import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ChunkError } from '../routing/chunks.ts'
import { ExceptionView } from './exception.tsx'
import { faultCode } from './fault-code.ts'

interface Props {
  children: ReactNode
  /** Called before the children are drawn again. */
  onRetry?: () => void
}

/** Keeps the fault of one tab in that tab: the others work on. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(faultCode(error), error, info.componentStack)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const retry = () => {
      this.props.onRetry?.()
      this.setState({ error: null })
    }
    return error instanceof ChunkError ? <ExceptionView kind="chunk" onRetry={retry} /> : <ExceptionView kind="500" detail={faultCode(error)} onRetry={retry} />
  }
}
