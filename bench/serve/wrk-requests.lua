-- Asks for the addresses of a file, each as likely as the others, and tells what came of it in JSON.
-- wrk … -s wrk-requests.lua URL -- FILE

function init(args)
  local requests = {}
  for address in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", address)
  end
  if #requests > 1 then
    request = function()
      return requests[math.random(#requests)]
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"p50Ms":%.4f,"p99Ms":%.4f,"lost":%d}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
