#!/bin/sh
# Counts the answers of nginx. start-nginx.sh runs it beside nginx.
#
#   count-answers.sh PID FOLDER     of nginx's master process; counting ends when that does
#
# nginx writes the labels of each answer to answers.log in the folder. Every few seconds the lines are put
# aside, added to the totals and thrown away, and the file `metrics` is written, which nginx shows to
# operators. Each process of nginx goes on writing to the old file until it opens its logs again, so lines
# are read one turn after they were put aside.
set -eu

nginx=$1
cd "$2"
rm -f answers.log.aside

# Series that alerts compare begin at zero: the first increase would be missed otherwise.
cat >answers.totals <<'END'
{from="service",of="pages",refused="",status="2xx"} 0
{from="service",of="pages",refused="",status="5xx"} 0
{from="saved",of="pages",refused="",status="2xx"} 0
{from="saved",of="pages",refused="search-pages",status="2xx"} 0
{from="ingress",of="pages",refused="address",status="4xx"} 0
{from="ingress",of="pages",refused="away",status="5xx"} 0
{from="ingress",of="pages",refused="search-pages",status="5xx"} 0
{from="ingress",of="pages",refused="unknown-pages",status="5xx"} 0
{from="service",of="search",refused="",status="2xx"} 0
{from="service",of="search",refused="",status="5xx"} 0
{from="ingress",of="search",refused="address",status="4xx"} 0
{from="ingress",of="search",refused="away",status="5xx"} 0
{from="ingress",of="search",refused="search-answers",status="5xx"} 0
END

# Totals have a number after the labels, lines have none. What was cut off by a full disk is neither.
add_lines() {
  awk '
    NF == 2 && $2 ~ /^[0-9]+$/ { count[$1] = $2 }
    NF == 1 && $1 ~ /^[{]from="[a-z]*",of="[a-z-]*",refused="[a-z-]*",status="[a-z0-9]*"[}]$/ { count[$1]++ }
    END { for (labels in count) printf "%s %.0f\n", labels, count[labels] }
  ' answers.totals "$1" >answers.totals.new && mv answers.totals.new answers.totals
}

write_metrics() {
  {
    echo '# HELP finlore_ingress_answers_total Answers to readers, by who gave them, what they are of, why nothing better was given, and status'
    echo '# TYPE finlore_ingress_answers_total counter'
    sed 's/^/finlore_ingress_answers_total/' answers.totals
    echo '# HELP finlore_ingress_connections Connections of readers, by what they wait for'
    echo '# TYPE finlore_ingress_connections gauge'
    for state in reading writing waiting; do
      echo "finlore_ingress_connections{state=\"$state\"} <!--#echo var=\"connections_$state\" -->"
    done
  } >metrics.new && mv metrics.new metrics
}

write_metrics
# It must hold no output open after nginx has ended.
while sleep 5 </dev/null >/dev/null 2>&1 && kill -0 "$nginx" 2>/dev/null; do
  if [ -f answers.log.aside ]; then
    # Where the disk is full, these lines are lost; more of them would not help.
    if add_lines answers.log.aside; then write_metrics || :; fi
    rm -f answers.log.aside
  fi
  # Before it has written its id, the signal would end nginx.
  if [ -s nginx.pid ] && [ -s answers.log ]; then
    { mv answers.log answers.log.aside && kill -USR1 "$nginx"; } || :
  fi
done
