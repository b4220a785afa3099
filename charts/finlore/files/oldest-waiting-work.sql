-- Seconds that the oldest edit waits which readers do not see yet; 0 where none does. What fills the pages of a new version (the
-- bulk lane) hurries nobody, and nor do pages of a version that is replaced.
select coalesce(extract(epoch from clock_timestamp() - min(waiting.since)), 0)::float8 as seconds
from (
  select stale_since as since
  from render.page
  where wanted_revision > built_revision
    and lane < 2
    and build = (select build from render.build order by begun_at desc, build limit 1)
  union all
  select at
  from content.change
  where revision > (select revision from render.follower)
) as waiting
