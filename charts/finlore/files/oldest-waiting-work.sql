-- Age in seconds of the oldest edit that readers do not see yet; 0 if there is none. Neither the bulk lane, which renders the
-- pages of a new version, nor pages of a version that is being replaced are urgent.
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
