-- Seconds that the oldest edit waits which the newest build's pages do not show yet; 0 where none does. The bulk lane, which
-- fills the pages of a new version, hurries nobody.
select coalesce(extract(epoch from now() - min(waiting.at)), 0)::float8 as seconds
from (
  select change.at
  from render.page
  join content.change on change.revision = page.wanted_revision
  where page.wanted_revision > page.built_revision
    and page.lane < 2
    and page.build = (select build from render.build order by begun_at desc, build limit 1)
  union all
  select change.at
  from content.change
  where change.revision > (select revision from render.follower)
) as waiting
