/** The menu of saved views, for the head of any screen whose state is in its address. */
export { ViewsMenu } from './views-menu.tsx'
