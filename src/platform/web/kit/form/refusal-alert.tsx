import { Alert } from 'antd'
import { OpenMatters } from '#kernel/open-matters.ts'
import { ApiError } from '../../api/api-error.ts'
import { PageLink } from '../../shell/routing/page-link.tsx'

interface Props {
  text: string
  /** The error as it came: one that names what is still open is shown with links to it. */
  error: unknown
  className?: string
}

/** A refusal where it was asked for, with what has to be settled first. */
export function RefusalAlert({ text, error, className }: Props) {
  const open = error instanceof ApiError ? OpenMatters.safeParse(error.data).data?.open : undefined
  return (
    <Alert type="error" showIcon role="alert" title={text} {...(className ? { className } : {})} {...(open ? { description: <Open open={open} /> } : {})} />
  )
}

function Open({ open }: OpenMatters) {
  return (
    <ul>
      {open.map(({ title, code, path }) => (
        <li key={`${title} ${code}`}>
          {title}: {path === null ? <span className="bt-num">{code}</span> : <PageLink to={path}>{code}</PageLink>}
        </li>
      ))}
    </ul>
  )
}
