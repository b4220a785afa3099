# Commands of the runbooks for a cluster. From the root of the repository, with what objects of the
# release begin with (RELEASE-finlore, or RELEASE where that has finlore in its name):
#   NAMESPACE=… FULLNAME=… ; . deploy/runbooks/cluster.sh

inside() { # PROCESS COMMAND…: runs it in one of the pods of the process
  process=$1 && shift
  kubectl exec --namespace "$NAMESPACE" "deployment/$FULLNAME-$process" -- "$@"
}
logs() { # PROCESS: what all its pods said in the last quarter of an hour
  kubectl logs --namespace "$NAMESPACE" --selector "app.kubernetes.io/component=$1" \
    --all-containers --prefix --since 15m --tail=-1
}
state() { # what runs, for how long, what was restarted, and what the cluster says about it
  kubectl get --namespace "$NAMESPACE" pods,jobs,poddisruptionbudgets,horizontalpodautoscalers -o wide
  kubectl get --namespace "$NAMESPACE" events --sort-by .lastTimestamp | tail -n 20
}
restart() { # PROCESS: one pod after the other
  kubectl rollout restart --namespace "$NAMESPACE" "deployment/$FULLNAME-$1"
}
replicas() { # PROCESS COUNT: until the next upgrade, or where an autoscaler has the say until it looks again
  kubectl scale --namespace "$NAMESPACE" "deployment/$FULLNAME-$1" --replicas "$2"
}
back_up() {
  kubectl create job --namespace "$NAMESPACE" --from "cronjob/$FULLNAME-backup" "$FULLNAME-backup-now"
}

. deploy/runbooks/common.sh
