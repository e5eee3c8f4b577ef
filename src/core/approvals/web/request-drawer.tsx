import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import type { RequestDrawerProps } from './request-drawer-content.tsx'

/** Fetched at the first opening: lists show badges long before anybody opens one. */
const Content = lazyPart(() => import('./request-drawer-content.tsx'))

/** One request: what changes, what it costs, who asked; and the decision, for who may. */
export function RequestDrawer(props: RequestDrawerProps) {
  return <Content {...props} open={props.id !== null} />
}
